// Setting up a position: tools, what lies where, levels and turn, the position's text, and what is made of it. It knows
// no rules: it lists the things and places that came with `setup` and sends what the reader does.

/** Return options of a select, in groups with a label each. */
function grouped(groups) {
  return groups.map(([label, items]) => make("optgroup", "", { label },
    ...items.map(([key, words]) => make("option", "", { value: key }, words))));
}

/** Return a labelled select of groups that keeps its value over a repaint. */
function chooseOf(label, groups, name) {
  const select = make("select", "rb-field", { "data-focus": name, "data-keep": name }, ...grouped(groups));
  return { select, element: make("label", "rb-choice", {}, make("span", "", {}, label), select) };
}

/** Return a labelled field for a long text, and its element. */
function textField(label, value, attributes) {
  const field = make("textarea", "rb-field rb-position", { rows: 3, spellcheck: "false", autocapitalize: "none", ...attributes });
  field.value = value;
  return { field, element: make("label", "rb-choice", {}, make("span", "", {}, label), field) };
}

/** Return a button that copies what a field holds. */
function copyButton(field, name) {
  const done = make("span", "rb-note", { role: "status" });
  const copy = async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch (error) { document.execCommand("copy"); }
    done.textContent = "Copied.";
  };
  return make("div", "rb-bar", {}, make("button", "rb-button", { type: "button", onclick: copy, "data-focus": name }, "Copy"), done);
}

/** Return a field for a text that was copied elsewhere, with its button. */
function openText(label, words, name, open) {
  const { field, element } = textField(label, "", { "data-keep": name, "data-focus": name });
  return make("div", "rb-opens", {}, element, make("button", "rb-button", { type: "button", "data-focus": `${name}-open`,
    onclick: () => { if (field.value.trim()) open(field.value); } }, words));
}

function toolPart(shown, given, send) {
  if (!shown.tools.length) return null;
  const select = make("select", "rb-field", { "data-focus": "tool", onchange: (event) => send({ do: "mode", mode: event.target.value }) },
    ...grouped(given.things), make("option", "", { value: given.take }, "take away"));
  select.value = shown.tool;
  return make("label", "rb-choice", {}, make("span", "", {}, "A tap puts"), select);
}

function byNamePart(given, send) {
  const thing = chooseOf("Thing", given.things, "setting-thing");
  const spot = chooseOf("Place", given.spots, "setting-spot");
  const act = (verb) => () => send({ do: "type", text: `${verb} ${thing.select.value} ${spot.select.value}` });
  return fold("by-name", "Put and take by name", false, make("div", "rb-grid", {}, thing.element, spot.element),
    make("div", "rb-bar", {},
      make("button", "rb-button", { type: "button", onclick: act("put"), "data-focus": "setting-put" }, "Put"),
      make("button", "rb-button", { type: "button", onclick: act("take"), "data-focus": "setting-take" }, "Take away")));
}

function lyingPart(shown, send) {
  const items = shown.lying.map(([place, words, things]) => make("li", "", {}, make("span", "rb-where", {}, words),
    make("span", "rb-bar", {}, ...things.map(([thing, called]) => make("button", "rb-button", { type: "button",
      "aria-label": `take ${called} from ${words}`, "data-focus": `take-${place}-${thing}`,
      onclick: () => send({ do: "type", text: `take ${thing} ${place}` }) }, `${called} \u00d7`)))));
  return fold("lying", `What lies where: ${shown.lying.length} ${shown.lying.length === 1 ? "place" : "places"}`, false,
    make("ul", "rb-lying", {}, ...items));
}

function levelsPart(shown, given, send) {
  const turn = choose("Whose turn it is", given.seats.map((seat) => [seat, seat]), shown.turn,
    (seat) => send({ do: "type", text: `turn ${seat}` }), "setting-turn");
  const scales = shown.scales.map(([name, value, least, most]) => {
    const numbers = [...Array(most - least + 1).keys()].map((at) => [`${least + at}`, `${least + at}`]);
    return choose(name[0].toUpperCase() + name.slice(1), numbers, `${value}`,
      (to) => send({ do: "type", text: `set ${name} ${to}` }), `scale-${name}`);
  });
  return make("div", "rb-grid", {}, turn, ...scales);
}

function makePart(shown, given, send) {
  const goal = choose("What is to be found", shown.goals, shown.goal, (name) => send({ do: "goal", goal: name }), "goal");
  const blanks = shown.blanks.map(([name, label, words]) => [name,
    chooseOf(label[0].toUpperCase() + label.slice(1), [["", words.map((word, at) => [`${at}`, word])]], `blank-${shown.goal}-${name}`)]);
  const plies = chooseOf("Actions", [["", [...Array(given.most).keys()].map((at) => [`${at + 1}`, `${at + 1}`])]], "setting-plies");
  plies.select.value = `${shown.plies}`;
  const ask = () => send({ do: "make", plies: Number(plies.select.value),
    choices: Object.fromEntries(blanks.filter(([, blank]) => blank.select.value)
      .map(([name, blank]) => [name, Number(blank.select.value)])) });
  return fold("make", "Make it an exercise", false,
    make("div", "rb-grid", {}, goal, ...blanks.map(([, blank]) => blank.element), plies.element),
    make("div", "rb-bar", {}, make("button", "rb-button rb-main", { type: "button", onclick: ask, "data-focus": "make" },
      "Make the exercise")),
    make("p", "rb-note", {}, "Every line is tried first: there must be a solution, and a guess may be right one time in four at most."),
    openText("The text of an exercise", "Open the exercise", "exercise-text", (text) => send({ do: "read", text })));
}

function textPart(shown, send) {
  const { field, element } = textField("This position", shown.text, { readonly: true, "data-focus": "position" });
  return fold("position", "The position as text", false, element, copyButton(field, "copy-position"),
    openText("Another position", "Open the position", "position-text", (text) => send({ do: "arrange", text })));
}

function otherPart(given, send) {
  const options = make("div", "rb-grid", {});
  let chosen = {};
  const list = (key) => {
    chosen = {};
    options.replaceChildren(...given.options[key].map((option) => {
      chosen[option.name] = option.value;
      return choose(option.label, option.choices, option.value, (value) => { chosen[option.name] = value; }, `set-${option.name}`);
    }));
    options.dataset.game = key;
  };
  list(given.game);
  const game = choose("Game", given.games, given.game, list, "setting-game");
  return fold("other", "Another game or board", false, game, options, make("div", "rb-bar", {},
    make("button", "rb-button rb-main", { type: "button", "data-focus": "set-up",
      onclick: () => send({ do: "set-up", game: options.dataset.game, options: chosen }) }, "Set up this game")));
}

function backPart(shown, send) {
  const back = make("div", "rb-bar", {}, button("Back to setting up", send, { do: "set-up-again" }, true, { "data-focus": "set-up-again" }));
  if (!shown.exercise) return back;
  const { field, element } = textField("This exercise", shown.exercise, { readonly: true, "data-focus": "exercise" });
  return make("div", "rb-made", {}, back, fold("exercise-text", "The exercise as text", false, element, copyButton(field, "copy-exercise")));
}

/** Return all that stands below the tools of a board on which a position is set up. */
function settingPart(view, setup, send) {
  const shown = view.setting;
  const given = setup.setting;
  return make("div", "rb-setting", {},
    toolPart(shown, given, send),
    make("div", "rb-bar", {},
      button("Play from here", send, { do: "from-here" }, true, { class: `rb-button${shown.ready ? " rb-main" : ""}`, "data-focus": "from-here" }),
      button("Empty board", send, { do: "type", text: "clear" }, true, { "data-focus": "clear" }),
      button("From random play", send, { do: "wander" }, true, { "data-focus": "wander" })),
    levelsPart(shown, given, send),
    byNamePart(given, send),
    lyingPart(shown, send),
    makePart(shown, given, send),
    textPart(shown, send),
    otherPart(given, send));
}

PARTS.push((view, setup, send) => (view.setting && view.setting.back ? backPart(view.setting, send) : null));
