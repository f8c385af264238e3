// The bench of the lab: what is to be played, a bar for how far it has come, tables and plots of what it tells. It shows
// `setup`, `view` and `plots` and sends what is chosen and pressed; words go in as text, plots as the pictures they are.

const YES_NO = (value) => (value ? "yes" : "no");

function choice(label, values, value, changed, focus) {
  const select = make("select", "rb-field", { "data-focus": focus, onchange: (event) => changed(event.target.value) },
    ...values.map(([key, words]) => make("option", "", { value: key, selected: key === value }, words)));
  return make("label", "rb-choice", {}, make("span", "", {}, label), select);
}

function number(label, value, most, changed, focus) {
  const field = make("input", "rb-field", { type: "number", min: 0, max: most, step: 1, value, inputmode: "numeric",
    "data-focus": focus, oninput: (event) => changed(Math.floor(Number(event.target.value)) || 0) });
  return make("label", "rb-choice", {}, make("span", "", {}, label), field);
}

/** Return a rule's number, linked where the book around this page tells its place. */
function ruleName(rule) {
  const known = window.rulebookRules && window.rulebookRules[rule];
  return known ? make("a", "rb-rule-name", { href: known.href, title: known.text }, rule) : rule;
}

function table(caption, heads, rows) {
  const row = ([first, ...others]) => make("tr", "", {}, make("th", "", { scope: "row" }, first),
    ...others.map((cell) => make("td", "", {}, cell)));
  return make("div", "rb-lab-table", { role: "region", tabindex: "0", "aria-label": caption },
    make("table", "", {}, make("caption", "rb-hidden", {}, caption),
      make("thead", "", {}, make("tr", "", {}, ...heads.map((head) => make("th", "", { scope: "col" }, head)))),
      make("tbody", "", {}, ...rows.map(row))));
}

function picture(plot) {
  const drawn = document.importNode(new DOMParser().parseFromString(plot.svg, "image/svg+xml").documentElement, true);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", plot.words);
  return make("figure", "rb-plot", {}, make("figcaption", "", {}, plot.title), drawn);
}

function render({ model, el }) {
  const send = (message) => model.send(message);
  const setup = model.get("setup");
  const form = make("div", "rb-lab-form");
  const bar = make("progress", "rb-lab-bar", { max: 1, value: 0, "aria-label": "Games played" });
  const words = make("p", "rb-lab-words", { role: "status" });
  const refusal = make("p", "rb-refusal", { role: "alert", hidden: true });
  const figures = make("div", "rb-lab-figures");
  const drawn = make("div", "rb-lab-plots");
  const used = make("details", "rb-fold", {}, make("summary", "", {}, "Every rule that made something happen"));
  const uses = make("div");
  used.append(uses);
  el.classList.add("rb-lab", "rb-panel");
  const asked = { bots: [], rotates: false, games: 0, seed: 0 };

  const run = make("button", "rb-button rb-main", { type: "button", "data-focus": "run",
    onclick: () => send(model.get("view").running ? { do: "stop" } : { do: "run", ...asked }) }, "Run");
  el.append(form, make("div", "rb-lab-run", {}, run, bar, words), refusal, figures, drawn, used);

  /** Show what can be chosen for the game that is chosen; what was set of the run stays. */
  const choose = (view) => {
    const game = setup.games.find((each) => each.key === view.game);
    const ask = (key, options) => send({ do: "choose", game: key, options });
    const focused = el.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    asked.bots = view.seats.map((seat, at) => asked.bots[at] || view.bots[at] || view.bots[view.bots.length - 1]);
    form.replaceChildren(
      choice("Which game", setup.games.map((each) => [each.key, each.name]), view.game, (key) => ask(key, {}), "game"),
      ...game.options.map((option) => choice(option.label, option.choices, view.options[option.name],
        (value) => ask(view.game, { ...view.options, [option.name]: value }), `option-${option.name}`)),
      ...view.seats.map((seat, at) => choice(seat, setup.bots.map((bot) => [bot, `${bot} bot`]), asked.bots[at],
        (bot) => { asked.bots[at] = bot; }, `bot-${at}`)),
      number(`Games (1 to ${setup.most})`, asked.games, setup.most, (games) => { asked.games = games; }, "games"),
      number("Seed", asked.seed, 999999999, (seed) => { asked.seed = seed; }, "seed"),
      make("label", "rb-option", {}, make("input", "", { type: "checkbox", checked: asked.rotates, "data-focus": "rotates",
        onchange: (event) => { asked.rotates = event.target.checked; } }), "Bots change seats from game to game"));
    const again = focused && form.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
    if (again) again.focus({ preventScroll: true });
  };

  let chosen = "";
  const update = () => {
    const view = model.get("view");
    const now = JSON.stringify([view.game, view.options]);
    if (!chosen) Object.assign(asked, { bots: [...view.bots], rotates: view.rotates, games: view.games, seed: view.seed });
    if (now !== chosen) { chosen = now; choose(view); }
    el.dataset.running = YES_NO(view.running);
    run.textContent = view.running ? "Stop" : "Run";
    bar.max = view.games;
    bar.value = view.done;
    if (words.textContent !== view.words) words.textContent = view.words;
    refusal.hidden = !view.refusal;
    refusal.replaceChildren(...(view.refusal ? [make("strong", "", {}, "No. "), view.refusal.join(" ")] : []));
    figures.replaceChildren(...(view.figures.length
      ? [table("What the games tell", ["", "mean or share, and its 95 % interval"], view.figures)] : []));
    used.hidden = !view.rules.length;
    uses.replaceChildren(table("How the rules are used", ["Rule", "games with it", "times a game"],
      view.rules.map(([rule, ...others]) => [ruleName(rule), ...others])));
  };
  const plot = () => drawn.replaceChildren(...model.get("plots").map(picture));
  model.on("change:view", update);
  model.on("change:plots", plot);
  update();
  plot();
  return () => {
    model.off("change:view", update);
    model.off("change:plots", plot);
  };
}

export default { render };
