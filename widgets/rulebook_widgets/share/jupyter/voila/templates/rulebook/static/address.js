// The part of the page's address that names a board and holds a link to it, `#play=3.1AAJ…`. A board of this page opens
// it, or refuses it, by itself; what means no board of this page is refused here, in words at the top of it. Of the
// address nothing is shown: it is compared with the names that the book knows, and goes on only if it is made of their signs.

(() => {
  const PLAY = "#play=";
  const TOO_LONG = 7000;
  /** What a board's name and a link are made of, and what a letter or a chat may leave behind an address. */
  const NAME = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/;
  const LINK = /^[A-Za-z0-9_-]+$/;
  const BEHIND = /(?:%[0-9A-Fa-f]{2}|[^A-Za-z0-9_-])$/;
  const here = decodeURIComponent(location.pathname.slice(location.pathname.lastIndexOf("/") + 1));
  const main = document.getElementById("rb-main");
  let live = false;
  let notice = null;

  /** Return what the address names, a board and its link, either `""` where it is missing; null if it names none. */
  function asked() {
    if (!location.hash.startsWith(PLAY)) return null;
    let words = location.hash.slice(PLAY.length, TOO_LONG);
    while (BEHIND.test(words)) words = words.replace(BEHIND, "");
    const dot = words.lastIndexOf(".");
    return dot < 0 ? { name: "", link: "" } : { name: words.slice(0, dot), link: words.slice(dot + 1) };
  }

  /** Return the chapters that hold an exercise, a replay or a board to set up on of that name. */
  function holders(name) {
    const { boards = {}, chapters = [] } = window.rulebookBook ?? {};
    const first = name.replace(/\/\d+$/, "");
    return chapters.filter(({ href }) => boards[href]?.includes(first));
  }

  /** Return why the address opens nothing here, and the chapter where it might; null if it may open yet. */
  function fault({ name, link }) {
    if (!name || !link) return ["a part of it is missing"];
    if (!NAME.test(name)) return ["no board of this book is called so"];
    const found = holders(name);
    if (found.length && !found.some(({ href }) => href === here)) return ["its board stands in another chapter", found[0]];
    if (!document.querySelector("script[data-live]")) return ["this page has no boards"];
    if (!live || window.rulebookLinks?.has(name)) return null;
    if (!window.rulebookLinks?.any()) return ["no board of this page opens links"];
    return [/^\d+$/.test(name) ? "no board of this page has that number" : "no board of this page is called so"];
  }

  function look() {
    const found = asked();
    const why = found && fault(found);
    notice?.remove();
    notice = why ? refusal(found, ...why) : null;
    if (notice) main.prepend(notice);
  }

  function make(tag, attributes, ...parts) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...parts);
    return made;
  }

  function refusal({ name, link }, why, chapter) {
    const start = make("button", { type: "button" }, "Begin at the start");
    start.addEventListener("click", () => {
      history.replaceState(history.state, "", location.pathname + location.search);
      window.dispatchEvent(new HashChangeEvent("hashchange"));
      window.scrollTo(0, 0);
      main.focus({ preventScroll: true });
    });
    const there = chapter && make("a", { href: chapter.href + (LINK.test(link) ? `${PLAY}${name}.${link}` : "") },
      `Open it in chapter ${chapter.number}, ${chapter.title}`);
    return make("div", { id: "rb-astray", role: "alert" },
      make("p", {}, make("strong", {}, "No. "), `This link cannot be opened: ${why}.`),
      make("p", {}, `The page is as it was. ${there ? "Go to that chapter, or begin" : "Begin"} at the start`
        + `${there ? " of this one" : ", or ask for the link anew"}.`),
      make("div", {}, ...(there ? [there] : []), start));
  }

  window.rulebookAddress = {
    /** Return what the address names, a board and its link; null if it names none of this page. */
    named() {
      const found = asked();
      return found && !fault(found) ? found : null;
    },
    /** Say no more of an address that was refused: the reader plays on. */
    clear: () => notice?.remove(),
  };
  window.addEventListener("hashchange", look);
  window.addEventListener("rulebook:live", () => { live = true; look(); });
  look();
})();
