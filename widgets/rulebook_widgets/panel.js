// What stands beside a board: task, refusal, controls, log. It knows no rules and keeps no state of play: it shows
// `view` and sends what the reader does. All words go in as text, never as markup.

const FEW_OUTCOMES = 12;
/** How much of what came of an action is told beside it. */
const MOST_TOLD = 9;
/** By board: what was typed and sent, until the answer comes. */
const typed = new Map();
const inVoila = () => document.documentElement.dataset.rulebook === "voila";

/** Return the paragraph of this page that holds a rule, or null. */
function paragraph(rule) {
  const found = document.getElementById(rule);
  if (found) return found;
  const strong = [...document.querySelectorAll("p > strong:first-child, li > strong:first-child")]
    .find((element) => element.textContent === rule);
  return strong ? strong.parentElement : null;
}

/** Return where a rule stands: on this page, or in another chapter as `href` says. */
function address(rule, href) {
  if (paragraph(rule)) return `#${rule}`;
  if (window.rulebookRules && window.rulebookRules[rule]) return window.rulebookRules[rule].href;
  return href || null;
}

function show(rule, event) {
  const found = paragraph(rule);
  if (!found) return;
  event.preventDefault();
  found.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    block: "center" });
  found.setAttribute("tabindex", "-1");
  found.focus({ preventScroll: true });
  found.classList.add("rb-lit");
}

function ruleLink(rule, chapters) {
  if (!rule) return null;
  const href = address(rule, chapters[rule] ? `${chapters[rule]}#${rule}` : null);
  if (!href) return make("span", "rb-rule-name", {}, rule);
  const away = !inVoila() && !href.startsWith("#");
  return make("a", "rb-rule-name", { href, target: away ? "_blank" : null, onclick: (event) => show(rule, event),
    "aria-label": `rule ${rule}` }, rule);
}

/** Light the paragraphs of the rules that were used, and put out those of before. */
function lightRules(rules, el) {
  for (const old of document.querySelectorAll(".rb-lit")) {
    if (old.dataset.litBy === el.dataset.mark || !old.dataset.litBy) {
      old.classList.remove("rb-lit");
      delete old.dataset.litBy;
    }
  }
  for (const rule of rules) {
    const found = paragraph(rule);
    if (found) { found.classList.add("rb-lit"); found.dataset.litBy = el.dataset.mark; }
  }
}

function button(words, send, message, enabled = true, extra = {}) {
  return make("button", "rb-button", { type: "button", disabled: !enabled, onclick: () => send(message), ...extra }, words);
}

function said(remark, chapters) {
  const link = ruleLink(remark.rule, chapters);
  return link ? [`${remark.words} `, link] : [remark.words];
}

function taskPart(view, chapters) {
  const who = view.seat ? make("strong", "rb-seat", {}, view.over ? "" : view.seat) : null;
  return make("p", "rb-task", {}, who, ...said(view.task, chapters));
}

/** A covered board: whoever is to play uncovers it. */
function veilPart(view, send) {
  if (!view.veiled) return null;
  return make("div", "rb-veil", {}, make("p", "", {}, `Hand the device to ${view.veiled}.`),
    make("button", "rb-button rb-main", { type: "button", "data-focus": "show", onclick: () => send({ do: "show" }) },
      `Show ${view.veiled}'s cards`));
}

function refusalPart(view, chapters, send) {
  const no = view.refusal;
  if (!no) return null;
  const link = ruleLink(no.rule, chapters);
  const since = no.since ? button(`since ply ${no.since}`, send, { do: "peek", ply: no.since }, true,
    { class: "rb-button rb-since", title: `show ply ${no.since}` }) : null;
  return make("div", "rb-refusal", {}, make("p", "", {}, make("strong", "", {}, "No. "), `${no.words} `, link, " ", since),
    no.advice ? make("p", "rb-advice", {}, no.advice) : null);
}

function toldPart(view, chapters) {
  if (!view.told.length) return null;
  // What was done first, and what came of it last: of many bots' plies those between are left out.
  const [first, ...rest] = view.told.map((event) => make("li", "", {}, ...said(event, chapters)));
  const between = rest.length > MOST_TOLD ? make("li", "", {}, "…") : null;
  return make("ul", "rb-told", {}, first, between, ...rest.slice(-MOST_TOLD));
}

function modesPart(view, send, id) {
  if (!view.modes.length) return null;
  const signs = { "-": "–", "|": "❘" };
  const choices = view.modes.map(([key, label]) => make("label", "rb-mode", {},
    make("input", "", { type: "radio", name: `rb-mode-${id}`, value: key, checked: key === view.mode,
      onchange: () => send({ do: "mode", mode: key }) }),
    make("span", signs[key] ? `rb-tile rb-tile-${key === "-" ? "ew" : "ns"}` : "rb-word", { "aria-hidden": "true" }),
    make("span", "rb-label", {}, label)));
  return make("fieldset", "rb-modes", {}, make("legend", "rb-hidden", {}, "What a tap does"), ...choices);
}

function rowPart(view, setup, send, id) {
  const moves = setup.kind !== "practice" && (setup.kind !== "exercise" || view.exercise.kind === "move");
  const acts = moves ? [modesPart(view, send, id), barPart(view, setup, send), coachBar(view, send)] : [];
  const parts = [...acts, presentButton(setup, id), shareButton(setup, send)].filter((part) => part !== null);
  return parts.length ? make("div", "rb-row", {}, ...parts) : null;
}

function barPart(view, setup, send) {
  if (setup.kind === "replay") return null;
  const bar = [
    button("Undo", send, { do: "undo" }, view.undo, { "aria-keyshortcuts": "u" }),
    button("Redo", send, { do: "redo" }, view.redo, { "aria-keyshortcuts": "y" }),
  ];
  if (setup.kind === "try") bar.push(button("Start over", send, { do: "goto", ply: setup.first }, view.ply > setup.first));
  return make("div", "rb-bar", { role: "group", "aria-label": "Steps" }, ...bar);
}

function countPart(view, setup, send, chapters) {
  const total = view.tally.length;
  if (!view.total || (!total && !view.over)) return null;
  const rule = total ? ruleLink(view.tally[0].rule, chapters) : null;
  const lines = view.tally.map((line, at) => make("li", at < view.counted ? "rb-counted" : "", {},
    make("button", "rb-line", { type: "button", onclick: () => send({ do: "count", lines: at + 1 }) }, line.words)));
  return fold(view.over ? "count-end" : "count", view.total, view.over,
    make("p", "rb-note", {}, "Touch a line to see on the board what it counts. ", rule),
    make("div", "rb-bar", {},
      button("Next line", send, { do: "count", lines: view.counted + 1 }, view.counted < total),
      button("All", send, { do: "count", lines: total }, view.counted < total),
      button("None", send, { do: "count", lines: 0 }, view.counted > 0)),
    make("ol", "rb-tally", {}, ...lines),
    make("p", "rb-sum", {}, `${view.total}.`));
}

/** What the reader can know of hidden cards: a table, worked out only while it is open. */
function memoPart(view, send) {
  if (!view.memo) return null;
  const table = view.memo.table;
  const head = (words, scope) => make("th", "", { scope }, words);
  const column = (words) => make("th", "", { scope: "col", "aria-label": words }, words.split(" ")[0],
    make("span", "rb-long", {}, ` ${words.split(" ").slice(1).join(" ")}`));
  const children = !table ? [make("p", "rb-note", {}, view.memo.open ? "It is shown when you have sat down." : "")] : [
    make("div", "rb-memo", { role: "region", tabindex: "0", "aria-label": table.title },
      make("table", "", {}, make("caption", "", {}, table.title),
        make("thead", "", {}, make("tr", "", {}, make("td"), ...table.columns.map(column))),
        make("tbody", "", {}, ...table.rows.map(([name, cells]) => make("tr", "", {}, head(name, "row"),
          ...cells.map((cell) => make("td", cell.endsWith("?") ? "rb-maybe" : "", {}, cell))))))),
    make("p", "rb-note", {}, table.note),
  ];
  const part = fold("memo", "Memory sheet", view.memo.open, ...children);
  part.addEventListener("toggle", () => {
    if (part.open !== view.memo.open) send({ do: "memo", open: part.open });
  });
  return part;
}

function logPart(view, setup, send) {
  if (!view.log.length) return null;
  const entry = ([notation, seat], at) => {
    const ply = at + 1;
    const who = seat < 0 ? "chance" : setup.seats[seat];
    return make("li", `${ply === view.ply ? "rb-here" : ""} ${ply > view.ply ? "rb-later" : ""}`, {},
      make("button", "rb-ply", { type: "button", "aria-label": `ply ${ply}, ${who}: ${notation}`,
        "aria-current": ply === view.ply ? "step" : null, "data-focus": `ply-${ply}`,
        onclick: () => send({ do: "goto", ply }) },
      make("span", "rb-number-of", { "aria-hidden": "true" }, `${ply}`), notation));
  };
  const peek = (event) => {
    const item = event.target.closest("li");
    if (item) send({ do: "peek", ply: [...item.parentElement.children].indexOf(item) + 1 });
  };
  // As many columns as the longest notation leaves room for.
  const longest = Math.max(...view.log.map(([notation]) => notation.length));
  const list = make("ol", "rb-log", { style: `--rb-entry:${Math.min(longest, 34) * 0.52 + 2.75}rem` }, ...view.log.map(entry));
  let timer = 0;
  let shown = false;
  let over = null;
  const later = (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => { shown = true; peek(event); }, 150);
  };
  const away = () => { clearTimeout(timer); if (shown || view.peeked !== null) { shown = false; send({ do: "peek", ply: null }); } };
  // A mouse that rests while the list is made anew under it has not pointed at anything.
  list.addEventListener("pointermove", (event) => {
    const item = event.target.closest("li");
    if (event.pointerType === "mouse" && item !== over) { over = item; later(event); }
  });
  list.addEventListener("mouseleave", away);
  list.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) later(event); });
  list.addEventListener("focusout", away);
  const back = view.left && setup.kind !== "replay"
    ? button(`Back to the line left (${view.left})`, send, { do: "back" }) : null;
  const mine = view.replay && view.replay.mine
    ? button("Back to my own line", send, { do: "mine" }, true, { "data-focus": "mine" }) : null;
  return fold("log", `Plies: ${view.log.length}`, true, list, back, mine);
}

function legalPart(view, setup, send) {
  const items = (view.legal || []).map(([notation, words]) => make("li", "", {},
    make("button", "rb-line", { type: "button", "data-focus": `legal-${notation}`,
      onclick: () => send({ do: "type", text: notation }) }, words)));
  const part = fold("legal", "Legal actions", false, make("ul", "rb-legal", {}, ...items));
  part.addEventListener("toggle", () => {
    if (part.open !== (view.legal !== null)) send({ do: "legal", open: part.open });
  });
  return part;
}

/** Submit a form by Enter; JupyterLab keeps browsers from doing so by themselves. */
function enter(event) {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

function typePart(view, setup, send, id) {
  const field = make("input", "rb-field", { type: "text", id: `rb-type-${id}`, autocomplete: "off", spellcheck: "false",
    autocapitalize: "none", placeholder: (setup.examples[0] || ""), "data-focus": "type", "data-keep": "type",
    maxlength: 60 });
  return make("form", "rb-type", { onkeydown: enter, onsubmit: (event) => {
    event.preventDefault();
    if (!field.value.trim()) return;
    typed.set(id, field.value);
    send({ do: "type", text: field.value });
  } }, make("label", "", { for: `rb-type-${id}` }, "Type an action"), field,
  make("button", "rb-button", { type: "submit" }, "Play"));
}

function choose(label, values, value, changed, focus) {
  const select = make("select", "rb-field", { "data-focus": focus, onchange: (event) => changed(event.target.value) },
    ...values.map(([key, words]) => make("option", "", { value: key, selected: key === value }, words)));
  return make("label", "rb-choice", {}, make("span", "", {}, label), select);
}

function playersPart(view, setup, send, id) {
  const seats = setup.seats.map((seat, at) => choose(seat, setup.players, view.players[at],
    (player) => send({ do: "player", seat: at, player }), `seat-${at}`));
  const tempers = view.tempers.map((temper) => choose(temper.label, temper.choices, temper.value,
    (value) => send({ do: "temper", name: temper.name, value }), `temper-${temper.name}`));
  const dice = choose("Dice and draws", setup.dice, view.dice, (how) => send({ do: "chance", how }), "dice");
  const hands = view.hands ? choose("Hands", setup.hands, view.hands, (how) => send({ do: "hands", how }), "hands") : null;
  const who = make("div", "rb-grid", {}, ...seats, dice, hands, ...tempers);
  who.append(make("label", "rb-option", {}, make("input", "", { type: "checkbox", checked: view.alone, "data-focus": "alone",
    onchange: (event) => send({ do: "alone", on: event.target.checked }) }), "Hide the sums, I count myself"));
  if (setup.kind !== "replay") {
    return fold("players", "Players and new game", false, who, newPart(setup, send), openPart(send, id));
  }
  if (view.replay.left !== null) return fold("players", "Players and dice", false, who);
  return fold("play-on", "Play on from here", false, who, make("div", "rb-bar", {},
    button("Play on", send, { do: "leave" }, true, { class: "rb-button rb-main", "data-focus": "leave" }),
    make("span", "rb-note", {}, "Or make a move on the board.")));
}

/** Return the outcomes that the reader can choose where chance decides: a die's few as large buttons, many as a list. */
function chancePart(view, send) {
  if (!view.outcomes) return null;
  const few = view.outcomes.length <= FEW_OUTCOMES;
  const outcomes = view.outcomes.map(([notation, words]) => make("button", few ? "rb-button rb-outcome" : "rb-line",
    { type: "button", "data-focus": `outcome-${notation}`, onclick: () => {
      if (field) field.value = "";
      send({ do: "type", text: notation });
    } }, words));
  const sift = () => {
    for (const each of outcomes) each.hidden = !each.textContent.toLowerCase().includes(field.value.trim().toLowerCase());
  };
  const first = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    outcomes.find((each) => !each.hidden)?.click();
  };
  const field = few ? null : make("input", "rb-field rb-find", { type: "search", placeholder: "Find an outcome",
    "aria-label": "Find an outcome", autocomplete: "off", maxlength: 60, "data-focus": "outcomes", "data-keep": "outcomes",
    oninput: sift, onkeydown: first });
  // What is looked for comes back into the field only after the painting.
  if (field) queueMicrotask(sift);
  return make("section", "rb-chance", { "aria-label": "Choose what chance does" }, field,
    make("div", few ? "rb-outcomes" : "rb-legal rb-many", { role: "group" }, ...outcomes),
    button("Let chance decide", send, { do: "roll" }, true, { "data-focus": "roll" }));
}

function newPart(setup, send) {
  const options = {};
  const fields = setup.options.map((option) => {
    options[option.name] = option.value;
    return choose(option.label, option.choices, option.value, (value) => { options[option.name] = value; },
      `option-${option.name}`);
  });
  const seed = make("input", "rb-field", { type: "number", min: 0, max: 999999999, step: 1, value: setup.seed + 1,
    "data-focus": "seed", "data-keep": "seed" });
  const start = () => send({ do: "new", options, seed: Math.max(0, Math.floor(Number(seed.value)) || 0) });
  return make("div", "rb-new", {}, ...fields,
    make("label", "rb-choice", {}, make("span", "", {}, "Seed"), seed),
    make("button", "rb-button rb-main", { type: "button", onclick: start }, "New game"));
}

function fold(key, title, open, ...children) {
  return make("details", `rb-fold rb-fold-${key}`, { open, "data-fold": key },
    make("summary", "", { "data-focus": `fold-${key}` }, title), ...children);
}

function exercisePart(view, setup, send, chapters, id) {
  const asked = view.exercise;
  const answer = [];
  if (asked.says) answer.push(make("p", "rb-says", {}, asked.says));
  if (asked.kind === "count") {
    const field = make("input", "rb-field", { type: "number", min: 0, max: 99, id: `rb-answer-${id}`, inputmode: "numeric",
      "data-focus": "answer", "data-keep": "answer", required: true });
    answer.push(make("form", "rb-type", { onkeydown: enter, onsubmit: (event) => {
      event.preventDefault();
      send({ do: "number", number: Math.floor(Number(field.value)) });
    } }, make("label", "", { for: `rb-answer-${id}` }, "Your answer"), field,
    make("button", "rb-button rb-main", { type: "submit" }, "Answer")));
  }
  if (asked.kind === "mistake") {
    answer.push(make("div", "rb-choices", { role: "group", "aria-label": "Which rule is broken?" }, ...asked.choices.map((rule) =>
      make("button", "rb-button", { type: "button", "data-focus": `rule-${rule}`, title: words(rule),
        onclick: () => send({ do: "name", rule }) }, rule))));
  }
  const verdict = asked.verdict ? make("p", `rb-verdict ${asked.verdict.right ? "rb-right" : "rb-wrong"}`, {},
    make("strong", "", {}, asked.verdict.right ? "✓ " : "✗ "), ...said(asked.verdict, chapters)) : null;
  return make("div", "rb-exercise", {},
    make("p", "rb-ask", {}, make("strong", "", {}, "Exercise. "), asked.task),
    ...answer, verdict,
    asked.hint ? make("p", "rb-hint", {}, make("strong", "", {}, "Hint. "), asked.hint) : null,
    make("div", "rb-bar", {},
      button(asked.hints ? `Hint (${asked.hints} left)` : "No more hints", send, { do: "hint" }, asked.hints > 0,
        { "data-focus": "hint" }),
      button("Try again", send, { do: "again" }, asked.again, { "data-focus": "again" }),
      asked.fresh ? button("Fresh position", send, { do: "fresh" }, true, { "data-focus": "fresh" }) : null));
}

function calculatorPart(view, send) {
  const shown = view.calculator;
  const sides = ["Attacker", "Defender"];
  const place = (side, at) => {
    const none = side === 1 && at === 0 ? "a Guild" : "no card";
    const values = [["", none], ...shown.cards];
    return choose(at === 0 ? sides[side] : `card ${at + 1}`, values, shown.battalions[side][at],
      (card) => send({ do: "card", side, at, card }), `card-${side}-${at}`);
  };
  const supply = (side) => choose("Energy", [...Array(13).keys()].map((n) => [`${n}`, `${n}`]), `${shown.energy[side]}`,
    (energy) => send({ do: "energy", side, energy: Number(energy) }), `energy-${side}`);
  const half = (side) => make("div", `rb-army rb-army-${side}`, {}, place(side, 0), place(side, 1), place(side, 2), supply(side));
  const bar = (line) => make("figure", "rb-odds", {},
    make("figcaption", "", {}, `The attacker, ${line.label}`),
    make("div", "rb-odds-bar", { role: "img", "aria-label": line.shares.map((part) => `${part.word} ${part.percent} %`).join(", ") },
      ...line.shares.map((part, at) => make("span", `rb-portion rb-portion-${at}`, { style: `flex-grow:${part.percent}` }))),
    make("ul", "rb-odds-words", {}, ...line.shares.map((part, at) => make("li", "", {},
      make("span", `rb-key rb-portion-${at}`, { "aria-hidden": "true" }), `${part.word} `,
      make("strong", "", {}, `${part.percent} %`), make("span", "rb-note", {}, ` ${part.fraction}`)))));
  return make("div", "rb-calculator", {}, make("div", "rb-armies", {}, half(0), half(1)), ...shown.odds.map(bar));
}

function words(rule) {
  return window.rulebookRules && window.rulebookRules[rule] ? window.rulebookRules[rule].text : null;
}

/** Return the control of `el` that `name` stands for: its `data-focus`, or `text:` and what is written on a button. */
function control(el, name) {
  return name.startsWith("text:")
    ? [...el.querySelectorAll("button")].find((item) => `text:${item.textContent}` === name)
    : el.querySelector(`[data-focus="${CSS.escape(name)}"]`);
}

/** Put the parts of a board's side into `el`, keeping what is open, typed, focused and scrolled. */
function paint(el, view, setup, send, id, chapters) {
  const open = Object.fromEntries([...el.querySelectorAll("[data-fold]")].map((fold) => [fold.dataset.fold, fold.open]));
  const kept = Object.fromEntries([...el.querySelectorAll("[data-keep]")].map((field) => [field.dataset.keep, field.value]));
  // What was typed and refused can be mended; what was played is gone.
  if (!view.refusal && kept.type === typed.get(id)) kept.type = "";
  typed.delete(id);
  const focused = el.contains(document.activeElement) ? document.activeElement.dataset.focus
    || (document.activeElement.textContent && `text:${document.activeElement.textContent}`) : null;
  const then = focused ? document.activeElement.dataset.then : null;
  const scrolled = Object.fromEntries([...el.querySelectorAll("ol, ul")].map((list) => [list.className, list.scrollTop]));
  const exercise = setup.kind === "exercise";
  const full = setup.kind === "play" || setup.kind === "replay";
  const sums = full || setup.kind === "calculator";
  const setting = setup.kind === "setting";
  const parts = [
    view.calculator ? calculatorPart(view, send) : null,
    exercise ? exercisePart(view, setup, send, chapters, id) : null,
    view.caption ? make("p", "rb-caption", {}, view.caption) : null,
    view.replay ? replayPart(view, chapters, send) : null,
    view.replay && !view.replay.ask ? toldPart(view, chapters) : null,
    !exercise || view.exercise.kind === "move" ? taskPart(view, chapters) : null,
    veilPart(view, send),
    refusalPart(view, chapters, send),
    ...PARTS.map((part) => part(view, setup, send, chapters, id)),
    rowPart(view, setup, send, id),
    setting ? settingPart(view, setup, send) : null,
    chancePart(view, send),
    coachPart(view, chapters, send),
    view.replay ? null : toldPart(view, chapters),
    view.note ? make("p", "rb-note", {}, view.note) : null,
    view.auto ? make("div", "rb-bar", {}, button("Step the bots", send, { do: "step" }, true, { "data-focus": "step" })) : null,
    setup.kind === "replay" ? playersPart(view, setup, send, id) : null,
    sums ? countPart(view, setup, send, chapters) : null,
    full ? memoPart(view, send) : null,
    full || setting ? logPart(view, setup, send) : null,
    sums || setting || (exercise && view.exercise.kind === "move") ? legalPart(view, setup, send) : null,
    full || setting || (exercise && view.exercise.kind === "move") || setup.kind === "try" ? typePart(view, setup, send, id) : null,
    setup.kind === "play" ? playersPart(view, setup, send, id) : null,
  ];
  el.replaceChildren(...parts.filter((part) => part !== null));
  for (const part of el.querySelectorAll("[data-fold]")) if (part.dataset.fold in open) part.open = open[part.dataset.fold];
  for (const field of el.querySelectorAll("[data-keep]")) if (kept[field.dataset.keep]) field.value = kept[field.dataset.keep];
  for (const list of el.querySelectorAll("ol, ul")) if (list.className in scrolled) list.scrollTop = scrolled[list.className];
  const here = el.querySelector(".rb-here");
  if (here && here.offsetParent) {
    const list = here.parentElement;
    if (here.offsetTop < list.scrollTop || here.offsetTop > list.scrollTop + list.clientHeight - 30) {
      list.scrollTop = here.offsetTop - list.clientHeight / 2;
    }
  }
  if (focused) {
    const again = [focused, then].map((name) => name && control(el, name)).find((item) => item && !item.disabled);
    if (again) again.focus({ preventScroll: true });
  }
}

function render({ model, el }) {
  const mark = model.get("mark");
  const page = guard();
  const send = (message) => model.send(message);
  el.classList.add("rb-panel");
  el.dataset.mark = mark;
  const shown = make("div", "rb-parts");
  const described = make("p", "rb-hidden", { id: `${mark}-words` });
  const live = make("p", "rb-hidden", { "aria-live": "polite", role: "status" });
  const bar = model.get("setup").kind === "replay" ? replayBar(send, mark) : null;
  const sheet = linkSheet(el);
  el.append(...(bar ? bar.elements : []), shown, described, live, sheet.element);

  const canvas = () => document.querySelector(`canvas.${mark}`);
  const label = () => {
    const found = canvas();
    if (!found) { setTimeout(label, 50); return; }
    found.setAttribute("role", "application");
    found.setAttribute("aria-label", model.get("setup").title);
    found.setAttribute("aria-roledescription", "board");
    found.setAttribute("aria-describedby", `${mark}-words`);
  };
  let lit = "";
  const update = () => {
    const view = model.get("view");
    const setup = model.get("setup");
    if (!view.task) return;
    if (bar) bar.update(view);
    paint(shown, view, setup, send, mark, model.get("chapters"));
    sheet.update(view, setup);
    described.textContent = view.describe;
    if (live.textContent !== view.announce) live.textContent = view.announce;
    const rules = view.lit.join(" ");
    if (rules !== lit) { lit = rules; lightRules(view.lit, el); }
    label();
  };
  const onRule = (event) => {
    const link = event.target instanceof Element ? event.target.closest(".rb-number, p > strong:first-child") : null;
    if (!link || !/^[A-Z]{2}\d+(\.\d+)?$/.test(link.textContent.trim())) return;
    // The number of a rule lights the next board below it, or the last one above.
    const tables = [...document.querySelectorAll(".rb-panel")];
    const below = tables.find((table) => link.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING);
    if ((below || tables[tables.length - 1]) === el) send({ do: "rule", rule: link.textContent.trim() });
  };
  document.addEventListener("click", onRule);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  // JupyterLab has a theme of its own; its pages are light unless it says otherwise.
  const dark = () => (inVoila() ? scheme.matches : document.body.dataset.jpThemeLight === "false");
  const tellScheme = () => send({ do: "scheme", dark: dark() });
  scheme.addEventListener("change", tellScheme);
  if (dark()) tellScheme();
  document.fonts.load("600 16px 'Rulebook Text'").then((faces) => { if (faces.length) send({ do: "letters" }); });

  model.on("change:view", update);
  model.on("change:setup", update);
  model.on("msg:custom", page.heard);
  model.on("change:view", page.heard);
  const press = (key) => { if (!bar || !bar.press(key)) send({ do: "key", key }); };
  page.watch({ mark, send, press, tap: (x, y) => send({ do: "tap", x, y }), keys: () => model.get("setup").keys || [],
    connection: (ok) => el.classList.toggle("rb-lost", !ok) });
  update();
  const unfollow = followBoard(model, el, send);
  return () => {
    unfollow();
    page.leave(mark);
    if (bar) bar.close();
    document.removeEventListener("click", onRule);
    scheme.removeEventListener("change", tellScheme);
    model.off("change:view", update);
    model.off("change:setup", update);
  };
}

export default { render };
