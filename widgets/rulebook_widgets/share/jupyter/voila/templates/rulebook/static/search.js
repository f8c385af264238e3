// The search over the book: words, rules, cards, lines of the quick references and chapters, each in a group of its own.
// What finds nothing is answered with what would: the nearest words of the book, or the rules that there are.

(() => {
  const GROUPS = [["word", "Words", 5], ["rule", "Rules", 8], ["card", "Cards", 5], ["line", "In short", 5], ["chapter", "Chapters", 4]];
  /** What a word of the query is worth where it stands: all of the head, whole in it, at a beginning; then in the text. */
  const ALL = 32, WHOLE_HEAD = 16, BEGINS_HEAD = 8, WHOLE = 4, BEGINS = 2, INSIDE = 1;
  /** How many letters of a text are shown. */
  const SHOWN = 150;
  const LETTER = /[\p{L}\p{N}]/u;
  const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;
  /** How many words, and how many rules around a number, are offered for what finds nothing. */
  const OFFERED = 3, AROUND = 8;
  /** The shortest word that is taken for another one, and how many letters of a word may be wrong, by its length. */
  const SHORTEST = 3, SLIPS = [[5, 1], [8, 2], [Infinity, 3]];

  /** Return all that can be found: its kind, its name, other names that are as good, what it says, and its address. */
  function entries({ words, rules, cards, lines, sections, chapters, games }) {
    return [
      ...Object.entries(words).flatMap(([game, each]) => Object.entries(each).map(([word, { forms, rule, means }]) => (
        { kind: "word", head: word, also: forms, text: means, href: rules[rule]?.href, note: games[game] }))),
      ...Object.entries(rules).map(([number, { href, text }]) => ({ kind: "rule", head: number, also: [], text, href })),
      ...Object.entries(cards).flatMap(([game, { href, cards: faces }]) => faces.map(([head, text]) => (
        { kind: "card", head, also: [], text, href, note: games[game] }))),
      ...lines.map(({ href, head, text, game }) => (
        { kind: "line", head: `${games[game]}, ${head}`, also: head.split(" "), text, href })),
      ...chapters.map(({ href, title, number }) => (
        { kind: "chapter", head: title, also: [number], text: "", href })),
      ...Object.entries(sections).map(([number, { href, title }]) => (
        { kind: "chapter", head: `${number} ${title}`, also: [number], text: "", href })),
    ].filter(({ href }) => href)
      .map((entry) => ({ ...entry, low: entry.text.toLowerCase(), heads: [entry.head, ...entry.also].map((head) => head.toLowerCase()) }));
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
  function worth({ heads, low }, words) {
    let sum = heads.includes(words.join(" ")) ? ALL : 0;
    for (const word of words) {
      const here = Math.max(within(low, word, WHOLE, BEGINS),
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

  // What is offered where nothing is found

  /** Return how many slips lead from one word to another: a letter too many, missing, wrong, or two in the wrong order. */
  function slips(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    let [before, last] = [[], [...Array(other.length + 1).keys()]];
    for (let at = 1; at <= one.length; at += 1) {
      const row = [at];
      for (let to = 1; to <= other.length; to += 1) {
        const same = one[at - 1] === other[to - 1];
        row[to] = Math.min(last[to] + 1, row[to - 1] + 1, last[to - 1] + !same);
        if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]) {
          row[to] = Math.min(row[to], before[to - 2] + 1);
        }
      }
      [before, last] = [last, row];
    }
    return last[other.length];
  }

  let vocabulary = null;
  /** Return how often each word stands in what can be found. */
  function known(all) {
    if (vocabulary) return vocabulary;
    vocabulary = new Map();
    for (const { heads, low } of all) {
      for (const [word] of [...heads, low].join(" ").matchAll(WORD)) {
        if (word.length >= SHORTEST && !/\d/.test(word)) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
      }
    }
    return vocabulary;
  }

  /** Return the words of the book that a word may be meant for: the nearest first, of those the ones that begin alike. */
  function nearest(all, word) {
    if (word.length < SHORTEST) return [];
    const [, most] = SLIPS.find(([length]) => word.length <= length);
    return [...known(all)]
      .map(([other, often]) => ({ other, often, far: slips(word, other, most), unlike: other[0] !== word[0] }))
      .filter(({ far }) => far <= most)
      .sort((one, two) => one.far - two.far || one.unlike - two.unlike || two.often - one.often)
      .slice(0, 2 * OFFERED)
      .map(({ other }) => other);
  }

  /** Return what to look for instead of words that no entry has all of: other queries, which find something. */
  function instead(all, words) {
    const finds = (query) => all.some((entry) => worth(entry, query));
    const choices = words.map((word) => (finds([word]) ? [word] : nearest(all, word)));
    const lacking = choices.filter(([choice], at) => choice !== words[at]);
    if (!lacking.length) return words;
    const count = Math.max(...lacking.map((choice) => choice.length));
    const whole = [...Array(count).keys()]
      .map((at) => choices.map((choice) => choice[Math.min(at, choice.length - 1)] ?? "\0"))
      .filter(finds);
    return whole.length ? whole.map((query) => query.join(" ")) : choices.flat();
  }

  const numbered = (number) => number.match(/\d+/g).map(Number);
  const inOrder = (one, other) => {
    const [[section, rule = 0], [following, next = 0]] = [numbered(one), numbered(other)];
    return section - following || rule - next;
  };

  /** Return what to say of a number that no rule has, with the rules or sections to offer; null if it is none. */
  function unnumbered(all, { rules, sections, codes }, query) {
    const [, code, section, rule = ""] = query.toUpperCase().match(/^([A-Z]{2})(\d{1,4})(?:\.(\d{0,4}))?$/) ?? [];
    const own = (names, start) => Object.keys(names).filter((each) => each.startsWith(start)).sort(inOrder);
    const within = own(rules, `${code}${section}.`);
    const [whose, list] = within.length ? [`the rules of ${code}${section}`, within] : [`${codes[code]}'s rules`, own(rules, code)];
    if (!codes[code] || !list.length) return null;
    const far = (each) => Math.abs(numbered(each)[1] - rule);
    const near = within.length
      ? [...within].sort((one, other) => far(one) - far(other)).slice(0, AROUND).sort(inOrder)
      : own(sections, code);
    const kind = within.length ? "rule" : "chapter";
    const shown = near.map((name) => all.find((each) => each.kind === kind && [each.head, ...each.also].includes(name)));
    return {
      words: `There is no ${code}${section}${rule && "."}${rule}; ${whose} go from ${list[0]} to ${list[list.length - 1]}.`,
      group: { kind, title: within.length ? `Rules of ${code}${section}` : `Sections of ${codes[code]}`, count: within.length || shown.length, shown },
    };
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

  /** Return what is said where nothing is found, and the elements that say it; `take` looks for something else. */
  function nothing(all, words, take) {
    const none = all.length ? unnumbered(all, window.rulebookBook, words.join("")) : null;
    if (none) return [none.words, make("p", "rb-found-none", none.words), ...group(none.group, words)];
    const others = [...new Set(instead(all, words))].filter((other) => other !== words.join(" ")).slice(0, OFFERED);
    const single = others.every((other) => words.includes(other));
    const said = `Nothing in the book speaks of ${single && others.length ? "all of that" : "that"}.`;
    if (!others.length) return [said, make("p", "rb-found-none", said)];
    const ask = single ? "Look for one word of it:" : "Did you mean:";
    const buttons = others.map((other) => {
      const button = make("button", "", other);
      button.type = "button";
      button.addEventListener("click", () => take(other));
      return button;
    });
    return [`${said} ${ask} ${others.join(", ")}`, make("p", "rb-found-none", said),
      make("p", "rb-found-else", `${ask} `, ...buttons)];
  }

  document.addEventListener("DOMContentLoaded", () => {
    const all = window.rulebookBook ? entries(window.rulebookBook) : [];
    const field = document.getElementById("rb-query");
    const found = document.getElementById("rb-found");
    const count = document.getElementById("rb-count");
    const form = field.closest("form");
    const close = () => { found.hidden = true; found.replaceChildren(); };
    const take = (words) => {
      field.value = words;
      field.dispatchEvent(new Event("input"));
      field.focus();
    };
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      if (!words.length) { close(); count.textContent = ""; return; }
      const groups = search(all, words);
      const sum = groups.reduce((before, { count: more }) => before + more, 0);
      const [told, ...shown] = sum ? [sum === 1 ? "1 place found" : `${sum} places found`,
        ...groups.flatMap((each) => group(each, words))] : nothing(all, words, take);
      found.replaceChildren(...shown);
      found.hidden = false;
      found.scrollTop = 0;
      count.textContent = told;
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const first = found.querySelector("a, button");
      if (first instanceof HTMLButtonElement) first.click();
      else if (first) { location.href = first.href; close(); }
    });
    form.addEventListener("keydown", (event) => {
      const links = [...found.querySelectorAll("a, button")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "Escape") { close(); field.focus(); }
      else if (event.key === "ArrowDown" && links.length) { event.preventDefault(); links[Math.min(at + 1, links.length - 1)].focus(); }
      else if (event.key === "ArrowUp" && at >= 0) { event.preventDefault(); (at ? links[at - 1] : field).focus(); }
    });
    document.addEventListener("click", (event) => { if (!event.composedPath().includes(form) || event.target.closest("a")) close(); });
  });
})();
