// The defined words of a game: what a dotted word means, by pointer, finger and key, in the one pop-up of the page.
//
// A word is a link to the rule that says what it is; without this script that is all it is. The words of a paragraph are
// one stop of the Tab key, and the arrows go on from word to word.

(() => {
  const HOVER = 180, LEAVE = 280;
  const EDGE = 8, GAP = 6;

  document.addEventListener("DOMContentLoaded", () => {
    const main = document.getElementById("rb-main");
    const meanings = window.rulebookBook?.words[main.dataset.game];
    const all = [...main.querySelectorAll(".rb-word")];
    if (!meanings || !all.length) return;

    const box = document.createElement("div");
    box.id = "rb-meaning";
    box.hidden = true;
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-labelledby", "rb-meaning-word");
    const head = document.createElement("strong");
    head.id = "rb-meaning-word";
    const text = document.createElement("span");
    text.id = "rb-meaning-text";
    const link = document.createElement("a");
    box.append(head, text, link);
    document.body.append(box);

    let here = null;
    let pinned = false;
    let quiet = false;
    let timer = 0;

    let before = null;
    for (const word of all) {
      const paragraph = word.closest("p, li, td, th, dd") ?? word.parentElement;
      word.tabIndex = paragraph === before ? -1 : 0;
      before = paragraph;
      word.setAttribute("aria-haspopup", "dialog");
      word.setAttribute("aria-expanded", "false");
    }

    function lay() {
      const [first] = here.getClientRects();
      const room = document.documentElement.clientWidth;
      const left = Math.max(EDGE, Math.min(first.left, room - EDGE - box.offsetWidth));
      const below = first.bottom + GAP;
      const above = first.top - GAP - box.offsetHeight;
      box.style.left = `${left + scrollX}px`;
      box.style.top = `${(below + box.offsetHeight > innerHeight && above > EDGE ? above : below) + scrollY}px`;
    }
    function show(word) {
      clearTimeout(timer);
      if (here === word) return;
      hide();
      here = word;
      const { means, rule } = meanings[word.dataset.word];
      head.textContent = word.dataset.word;
      text.textContent = means;
      link.textContent = `Rule ${rule}`;
      link.setAttribute("href", word.getAttribute("href"));
      word.setAttribute("aria-expanded", "true");
      word.setAttribute("aria-controls", box.id);
      word.setAttribute("aria-describedby", text.id);
      box.hidden = false;
      lay();
    }
    function hide() {
      clearTimeout(timer);
      if (!here) return;
      here.setAttribute("aria-expanded", "false");
      here.removeAttribute("aria-controls");
      here.removeAttribute("aria-describedby");
      here = null;
      pinned = false;
      box.hidden = true;
    }
    const soon = (act, wait) => { clearTimeout(timer); timer = setTimeout(act, wait); };
    const leave = () => { if (!pinned && !held()) soon(hide, LEAVE); };
    const held = () => here === document.activeElement && here?.matches(":focus-visible") || box.contains(document.activeElement);
    const back = () => { const word = here; hide(); quiet = true; word.focus(); quiet = false; };

    document.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse") return;
      const word = event.target.closest(".rb-word");
      if (word) soon(() => show(word), HOVER);
      else if (box.contains(event.target)) clearTimeout(timer);
      else if (here) leave();
      else clearTimeout(timer);
    });
    document.addEventListener("focusin", (event) => {
      const word = event.target.closest(".rb-word");
      if (word && !quiet && word.matches(":focus-visible")) show(word);
      else if (here && word !== here && !box.contains(event.target)) hide();
    });
    document.addEventListener("click", (event) => {
      const word = event.target.closest(".rb-word");
      if (!word) {
        if (!box.contains(event.target) || event.target === link) hide();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (here === word && pinned) { hide(); return; }
      show(word);
      pinned = true;
      if (!event.detail) link.focus();
    });
    // Before a board or the presenter hears it: Escape closes what lies on top.
    document.addEventListener("keydown", (event) => {
      const word = event.target.closest(".rb-word");
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key === "Escape" && here) {
        event.stopPropagation();
        if (box.contains(document.activeElement)) back();
        else hide();
      } else if (event.key === "Tab" && box.contains(event.target)) {
        back();
        if (event.shiftKey) event.preventDefault();
      } else if (word && step && !event.altKey && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        all[all.indexOf(word) + step]?.focus();
      }
    }, { capture: true });
    window.addEventListener("resize", hide);
  });
})();
