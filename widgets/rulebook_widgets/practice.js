// Referee and random practice beside a board: the move, the answers, and the reader's progress, which the browser keeps.

const PRACTICE_KEPT = "rulebook.practice.v1";
const PRACTICE_LARGEST = 1_000_000;
const SHORT_RULE = 150;
/** The boards of practice of this page: id -> their game and how to send to their kernel. */
const practising = new Map();
/** What came of the last file. */
let fileSaid = "";

/** Return whether a row of progress is one: seen, right, box and last. */
const isRow = (row) => Array.isArray(row) && row.length === 4
  && row.every((number) => Number.isInteger(number) && number >= 0 && number <= PRACTICE_LARGEST);

/** Return what of a value is progress: game -> rule -> row. */
function soundProgress(value) {
  const plain = (part) => (part && typeof part === "object" && !Array.isArray(part) ? Object.entries(part) : []);
  return Object.fromEntries(plain(value).filter(([game]) => /^[a-z]{1,20}$/.test(game)).map(([game, table]) => [game,
    Object.fromEntries(plain(table).filter(([rule, row]) => /^[A-Z]{2}\d+\.\d+$/.test(rule) && isRow(row)))]));
}

function keptProgress() {
  try { return soundProgress(JSON.parse(localStorage.getItem(PRACTICE_KEPT))); } catch (error) { return {}; }
}

function keepProgress(progress) {
  try { localStorage.setItem(PRACTICE_KEPT, JSON.stringify(progress)); } catch (error) { /* a browser that keeps nothing */ }
}

/** Tell a board the progress that is kept of its game. */
function tellProgress({ game, send }) {
  const [salt] = crypto.getRandomValues(new Uint32Array(1));
  send({ do: "drill", table: keptProgress()[game] || {}, salt: salt >>> 1 });
}

/** Keep the row that the last answer changed; the rows of other boards of the game stay as they are. */
function keepAnswer({ game, changed, progress }) {
  const kept = keptProgress();
  const row = progress[changed];
  if (!row || JSON.stringify((kept[game] || {})[changed]) === JSON.stringify(row)) return;
  keepProgress({ ...kept, [game]: { ...kept[game], [changed]: row } });
}

function exportProgress() {
  const text = JSON.stringify({ format: PRACTICE_KEPT, games: keptProgress() }, null, 1);
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = make("a", "", { href, download: "rulebook-practice.json" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Take a file that was exported; resolves to what came of it, in words. */
async function importProgress(file) {
  let found;
  try {
    if (file.size > PRACTICE_LARGEST) return "The file is too large to be progress of this book.";
    found = JSON.parse(await file.text());
  } catch (error) { return "The file cannot be read: it is no progress of this book."; }
  if (!found || found.format !== PRACTICE_KEPT) return "The file is no progress of this book.";
  keepProgress({ ...keptProgress(), ...soundProgress(found.games) });
  for (const board of practising.values()) tellProgress(board);
  return "The progress of the file has been taken.";
}

function clearProgress() {
  fileSaid = "";
  try { localStorage.removeItem(PRACTICE_KEPT); } catch (error) { /* nothing was kept */ }
  for (const board of practising.values()) tellProgress(board);
}

/** Return the buttons that save, open and clear the progress; clearing asks once. */
function keepingPart() {
  const note = make("p", "rb-note", { role: "status" }, fileSaid);
  const file = make("input", "rb-hidden", { type: "file", accept: ".json,application/json", tabindex: "-1", "aria-hidden": "true",
    onchange: async () => {
      if (!file.files[0]) return;
      fileSaid = await importProgress(file.files[0]);
      note.textContent = fileSaid;
    } });
  const bar = make("div", "rb-bar", {});
  const plain = () => bar.replaceChildren(
    make("button", "rb-button", { type: "button", "data-focus": "export", onclick: exportProgress }, "Export"),
    make("button", "rb-button", { type: "button", "data-focus": "import", onclick: () => file.click() }, "Import"),
    make("button", "rb-button", { type: "button", "data-focus": "clear", onclick: ask }, "Clear"));
  const answer = (words, then) => make("button", "rb-button", { type: "button", onclick: () => {
    plain();
    then();
    bar.querySelector('[data-focus="clear"]').focus();
  } }, words);
  function ask() {
    bar.replaceChildren(make("span", "", {}, "Forget the progress in all games?"),
      answer("Yes, clear it", clearProgress), answer("No", () => {}));
    bar.querySelector("button").focus();
  }
  plain();
  return make("div", "", {}, make("p", "rb-note", {}, "Your progress is kept in this browser and nowhere else."), bar, file, note);
}

/** Return how it goes with each rule that has been asked, and what can be chosen to practise. */
function progressPart(asked, send, chapters) {
  const rows = asked.rules.filter((rule) => asked.progress[rule]).map((rule) => {
    const [seen, right, box] = asked.progress[rule];
    return make("tr", "", {}, make("th", "", { scope: "row" }, ruleLink(rule, chapters)),
      make("td", "", {}, `${right} of ${seen}`),
      make("td", "", {}, make("span", "rb-boxes", { role: "img", "aria-label": `box ${box + 1} of 5` }, "■".repeat(box + 1) + "□".repeat(4 - box))));
  });
  const table = rows.length ? make("table", "rb-progress", {}, make("thead", "", {}, make("tr", "", {},
    ...["Rule", "Right", "Box"].map((head) => make("th", "", { scope: "col" }, head)))), make("tbody", "", {}, ...rows)) : null;
  const rules = asked.rules.length > 1 ? choose("Practise", [["", "all rules that forbid"], ...asked.rules.map((rule) => [rule, `${rule} only`])],
    asked.focus, (rule) => send({ do: "focus", rule }), "focus") : null;
  return fold("progress", `Progress: ${rows.length} of ${asked.rules.length} rules met`, false, rules, table, keepingPart());
}

/** Return the sentences that a long rule begins with, as many as fit into a button. */
function shortened(text) {
  if (text.length <= SHORT_RULE) return text;
  const end = text.slice(0, SHORT_RULE).search(/[.;:][^.;:]*$/);
  return `${text.slice(0, end > 0 ? end : text.lastIndexOf(" ", SHORT_RULE))} …`;
}

/** Return one answer as a button: legal, or a rule with its words. */
function answerButton(answer, asked, send) {
  const legal = answer === "legal";
  const text = legal ? null : words(answer);
  return make("button", "rb-button rb-answer", { type: "button", disabled: Boolean(asked.verdict), "data-focus": `answer-${answer}`,
    "data-then": "next", onclick: () => send({ do: "judge", answer }) },
  make("strong", "", {}, legal ? "It is legal" : `No: ${answer}`), text ? make("span", "rb-rule-text", {}, shortened(text)) : null);
}

PARTS.push((view, setup, send, chapters, id) => {
  const asked = view.practice;
  if (!asked) return null;
  if (!practising.has(id)) {
    practising.set(id, { game: asked.game, send });
    queueMicrotask(() => tellProgress(practising.get(id)));
  }
  if (asked.changed) keepAnswer(asked);
  const verdict = asked.verdict;
  return make("section", "rb-referee", { "aria-label": "Practice", "data-number": asked.number },
    asked.variant ? make("p", "rb-note", {}, asked.variant) : null,
    asked.before.length ? make("p", "rb-note", {}, `Before: ${asked.before.join(" – ")}`) : null,
    make("p", "rb-move", {}, make("span", "rb-note", {}, "Is this legal?"), " ", make("strong", "", {}, asked.move),
      make("code", "rb-notation", {}, asked.notation)),
    asked.looked ? make("p", "rb-note", {}, asked.looked) : null,
    make("div", "rb-answers", { role: "group", "aria-label": "Is this move legal? If not, by which rule?" },
      ...asked.answers.map((answer) => answerButton(answer, asked, send))),
    verdict ? make("div", `rb-verdict ${verdict.right ? "rb-right" : "rb-wrong"}`, {},
      make("p", "", {}, make("strong", "", {}, verdict.right ? "✓ " : "✗ "), ...said(verdict, chapters)),
      verdict.advice ? make("p", "rb-note", {}, verdict.advice) : null) : null,
    make("div", "rb-bar", {}, button("Next", send, { do: "next" }, Boolean(verdict), { class: "rb-button rb-main", "data-focus": "next",
      "data-then": "answer-legal" })),
    make("p", "rb-note", {}, asked.score || asked.luck),
    progressPart(asked, send, chapters));
});
