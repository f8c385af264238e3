// A class without accounts: answer codes on the pupils' boards, and their tally on the teacher's.

const CLASS_KEPT = `rulebook.class.v1:${location.pathname}`;

/** Return the codes that this window remembers of an exercise, none if it remembers none. */
function classKept(key, number) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(CLASS_KEPT)) || {};
    return kept.key === key && kept.number === number && Array.isArray(kept.codes) ? kept.codes.map(String) : [];
  } catch (error) { return []; }
}

/** Remember the codes of a round while this window is open, so that a reload does not lose them. */
function keepClass(key, number, codes) {
  try { sessionStorage.setItem(CLASS_KEPT, JSON.stringify({ key, number, codes })); } catch (error) { /* not kept */ }
}

/** A pupil's answer code. */
PARTS.push((view) => {
  const code = view.exercise && view.exercise.code;
  if (!code) return null;
  return fold("code", "For a class", false,
    make("p", "rb-code-line", {}, "Answer code: ", make("strong", "rb-answer-code", {}, code)),
    make("p", "rb-note", {}, "Give it to your teacher. It tells which exercise this was, whether the answer was right, "
      + "and how many tries and hints it took. It does not tell who you are."));
});

/** The exercise that is posed, chosen among all of the book. */
function posePart(tally, choices, send) {
  const game = choices.games.find((one) => one.key === tally.game);
  const posed = game.exercises.find(([key]) => key === tally.key);
  const games = choose("Game", choices.games.map((one) => [one.key, one.name]), tally.game,
    (key) => send({ do: "pose", key: choices.games.find((one) => one.key === key).exercises[0][0], number: 0 }), "class-game");
  const own = tally.own ? [[tally.key, "Your own, made by hand"]] : [];
  const exercises = choose("Exercise", [...own, ...game.exercises.map(([key, words]) => [key, words])], tally.key,
    (key) => send({ do: "pose", key, number: 0 }), "class-exercise");
  const number = make("input", "rb-field", { type: "number", min: 0, max: choices.mostNumber, step: 1, value: tally.number,
    inputmode: "numeric", "data-focus": "class-number",
    onchange: (event) => send({ do: "pose", key: tally.key, number: Math.floor(Number(event.target.value)) || 0 }) });
  return make("section", "rb-class-pose", { "aria-label": "What is posed" }, games,
    posed && posed[2] ? make("label", "rb-choice", {}, make("span", "", {}, "Position (0: the book’s)"), number) : null,
    exercises);
}

/** The field that poses an exercise which was made by hand, by its link. */
function ownPart(send, id) {
  return fold("class-own", "An exercise of your own", false,
    make("p", "rb-note", {}, "Set a position up, make an exercise of it, press Share there, and paste its link here."),
    linkForm("rb-type", `rb-own-${id}`, "class-own", "Its link", "Pose", (link) => send({ do: "open", link })));
}

/** The field for codes: Enter enters what was typed or pasted. */
function codesPart(tally, send, id) {
  const field = make("textarea", "rb-field rb-codes", { id: `rb-codes-${id}`, rows: 1, autocomplete: "off", spellcheck: "false",
    autocapitalize: "characters", placeholder: "4K7Q-X2M9", maxlength: 8000, "data-focus": "class-codes", "data-keep": "class-codes" });
  const submit = () => {
    const text = field.value;
    field.value = "";
    if (text.trim()) send({ do: "codes", text });
  };
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    submit();
  });
  return make("form", "rb-type", { onsubmit: (event) => { event.preventDefault(); submit(); } },
    make("label", "", { for: `rb-codes-${id}` }, "Answer codes, one or many"), field,
    make("button", "rb-button rb-main", { type: "submit", disabled: tally.full }, "Enter"));
}

/** One bar of the tally: a picture, and the same in words. */
function classBar(bar) {
  return make("figure", "rb-odds", {},
    make("figcaption", "", {}, bar.label),
    make("div", "rb-odds-bar", { role: "img",
      "aria-label": bar.parts.map(([, words, many, share]) => `${words}: ${many}, ${share} %`).join("; ") },
    ...bar.parts.map(([at, , many]) => make("span", `rb-class-part rb-class-${at % 5}`, { style: `flex-grow:${many}` }))),
    make("ul", "rb-odds-words", {}, ...bar.parts.map(([at, words, many, share]) => make("li", "", {},
      make("span", `rb-key rb-class-${at % 5}`, { "aria-hidden": "true" }), `${words}: `, make("strong", "", {}, `${many}`),
      make("span", "rb-note", {}, ` (${share} %)`)))));
}

/** The teacher's part: what is posed, the codes, and the tally, which stays folded until it is to be seen. */
PARTS.push((view, setup, send, chapters, id) => {
  const tally = view.classroom;
  if (!tally) return null;
  const codes = tally.codes.map(([code]) => code);
  const kept = codes.length ? [] : classKept(tally.key, tally.number);
  if (codes.length) keepClass(tally.key, tally.number, codes);
  const again = kept.length ? button(`Take up the last round: ${kept.length}`, send, { do: "codes", text: kept.join(",") }, true,
    { "data-focus": "class-again" }) : null;
  const begin = button("New round", send, { do: "round" }, codes.length > 0, { "data-focus": "class-round" });
  begin.addEventListener("click", () => keepClass(tally.key, tally.number, []));
  const lines = tally.codes.map(([code, words]) => make("li", "", {},
    make("strong", "rb-answer-code", {}, code), make("span", "", {}, ` ${words} `),
    button("Take out", send, { do: "drop", code }, true, { "aria-label": `Take out ${code}`, "data-focus": `drop-${code}`,
      "data-then": "class-codes" })));
  return make("section", "rb-class", { "aria-label": "The class" },
    posePart(tally, setup.classroom, send),
    ownPart(send, id),
    codesPart(tally, send, id),
    ...tally.news.map((words) => make("p", "rb-class-news", {}, words)),
    make("p", "rb-class-count", {}, make("strong", "", {}, `Answers: ${codes.length}`)),
    fold("class-tally", "Tally", false, make("p", "", {}, tally.words), ...tally.bars.map(classBar)),
    codes.length ? fold("class-codes", "Codes", false, make("ul", "rb-class-codes", {}, ...lines)) : null,
    make("div", "rb-bar", {}, begin, again));
});
