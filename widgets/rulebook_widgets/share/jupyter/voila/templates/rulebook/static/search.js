// The search over the book: words, rules, lines of the quick references and chapters, each in a group of its own.

(() => {
  const GROUPS = [["word", "Words", 5], ["rule", "Rules", 8], ["line", "In short", 5], ["chapter", "Chapters", 4]];
  /** What a word of the query is worth where it stands: all of the head, whole in it, at a beginning; then in the text. */
  const ALL = 32, WHOLE_HEAD = 16, BEGINS_HEAD = 8, WHOLE = 4, BEGINS = 2, INSIDE = 1;
  /** How many letters of a text are shown. */
  const SHOWN = 150;
  const LETTER = /[\p{L}\p{N}]/u;

  /** Return all that can be found: its kind, its name, other names that are as good, what it says, and its address. */
  function entries({ words, rules, lines, chapters, games }) {
    return [
      ...Object.entries(words).flatMap(([game, each]) => Object.entries(each).map(([word, { forms, rule, means }]) => (
        { kind: "word", head: word, also: forms, text: means, href: rules[rule]?.href, note: games[game] }))),
      ...Object.entries(rules).map(([number, { href, text }]) => ({ kind: "rule", head: number, also: [], text, href })),
      ...lines.map(({ href, head, text, game }) => (
        { kind: "line", head: `${games[game]}, ${head}`, also: head.split(" "), text, href })),
      ...chapters.map(({ href, title, number }) => (
        { kind: "chapter", head: title, also: [number], text: "", href })),
    ].filter(({ href }) => href);
  }

  /** Return the worth of one word within a text: whole, at the beginning of one, or inside; 0 if it is not there. */
  function within(text, word, whole, begins) {
    let best = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const opens = !LETTER.test(text[at - 1] ?? " ");
      const closes = !LETTER.test(text[at + word.length] ?? " ");
      best = Math.max(best, opens && closes ? whole : opens ? begins : INSIDE);
    }
    return best;
  }

  /** Return what an entry is worth to a query, 0 if a word of it is missing. */
  function worth(entry, words) {
    const heads = [entry.head, ...entry.also].map((head) => head.toLowerCase());
    const text = entry.text.toLowerCase();
    let sum = heads.includes(words.join(" ")) ? ALL : 0;
    for (const word of words) {
      const here = Math.max(within(text, word, WHOLE, BEGINS),
        ...heads.map((head) => within(head, word, WHOLE_HEAD, BEGINS_HEAD)));
      if (!here) return 0;
      sum += here;
    }
    return sum;
  }

  /** Return the groups of what a query finds, the best first in each, and the group of the best first. */
  function search(all, words) {
    const hits = all.map((entry) => ({ ...entry, worth: worth(entry, words) })).filter((entry) => entry.worth);
    return GROUPS
      .map(([kind, title, most]) => {
        const found = hits.filter((hit) => hit.kind === kind).sort((one, other) => other.worth - one.worth);
        return { kind, title, count: found.length, shown: found.slice(0, most) };
      })
      .filter(({ count }) => count)
      .sort((one, other) => other.shown[0].worth - one.shown[0].worth);
  }

  /** Return the part of a text around the first word of the query that stands in it. */
  function excerpt(text, words) {
    if (text.length <= SHOWN) return text;
    const first = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0), text.length);
    const start = first < SHOWN - 20 || first === text.length ? 0 : text.lastIndexOf(" ", first - 60) + 1;
    const cut = start + SHOWN < text.length;
    const end = cut ? text.lastIndexOf(" ", start + SHOWN) : text.length;
    return `${start ? "… " : ""}${text.slice(start, end)}${cut ? " …" : ""}`;
  }

  function make(tag, className, ...parts) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...parts);
    return made;
  }

  function item({ kind, head, text, href, note }, words) {
    const link = make("a", "", make("strong", "", head), note ? make("small", "", note) : "", ` ${excerpt(text, words)}`);
    link.href = href;
    link.dataset.kind = kind;
    return make("li", "", link);
  }

  function group({ kind, title, count, shown }, words) {
    const name = make("p", "rb-found-of", count > shown.length ? `${title}, ${shown.length} of ${count}` : title);
    name.id = `rb-found-${kind}`;
    const list = make("ul", "", ...shown.map((hit) => item(hit, words)));
    list.setAttribute("aria-labelledby", name.id);
    return [name, list];
  }

  document.addEventListener("DOMContentLoaded", () => {
    const all = window.rulebookBook ? entries(window.rulebookBook) : [];
    const field = document.getElementById("rb-query");
    const found = document.getElementById("rb-found");
    const count = document.getElementById("rb-count");
    const form = field.closest("form");
    const close = () => { found.hidden = true; found.replaceChildren(); };
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      if (!words.length) { close(); count.textContent = ""; return; }
      const groups = search(all, words);
      const sum = groups.reduce((before, { count: more }) => before + more, 0);
      found.replaceChildren(...groups.flatMap((each) => group(each, words)));
      if (!sum) found.append(make("p", "rb-found-none", "Nothing in the book speaks of that."));
      found.hidden = false;
      found.scrollTop = 0;
      count.textContent = sum === 1 ? "1 place found" : `${sum} places found`;
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const first = found.querySelector("a");
      if (first) { location.href = first.href; close(); }
    });
    form.addEventListener("keydown", (event) => {
      const links = [...found.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "Escape") { close(); field.focus(); }
      else if (event.key === "ArrowDown" && links.length) { event.preventDefault(); links[Math.min(at + 1, links.length - 1)].focus(); }
      else if (event.key === "ArrowUp" && at >= 0) { event.preventDefault(); (at ? links[at - 1] : field).focus(); }
    });
    document.addEventListener("click", (event) => { if (!form.contains(event.target) || event.target.closest("a")) close(); });
  });
})();
