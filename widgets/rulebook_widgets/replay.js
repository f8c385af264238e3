// The bar of a replay. It stays in place while the parts under it are made anew, so that a slider can be dragged and a
// button pressed again and again. Timed play happens here; the session hears of stops only.

const SPEEDS = [0.5, 1, 2, 4];
const LEAST_PAUSE = 1600;
const WORD_PAUSE = 240;
const MOST_PAUSE = 12000;
const SIGNS = {
  first: ["M18 5l-8 7 8 7M6 5v14", ""],
  back: ["M15.5 5l-8 7 8 7", ""],
  play: ["", "M7 4v16l13-8z"],
  pause: ["", "M6 5h4.5v14H6zM13.5 5H18v14h-4.5z"],
  forward: ["M8.5 5l8 7-8 7", ""],
  last: ["M6 5l8 7-8 7M18 5v14", ""],
  look: ["M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.2 15.2L20.5 20.5M7.7 10.5h5.6M10.5 7.7v5.6", ""],
};

function sign(name) {
  const [lines, filled] = SIGNS[name];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", lines || filled);
  path.setAttribute("class", lines ? "rb-lines" : "rb-filled");
  svg.append(path);
  return svg;
}

/** Return how long a step stands in timed play at single speed: long enough to read what it says. */
function pauseOf(view) {
  const { title, words, errata } = view.replay;
  const told = words ? [title, words, ...errata] : view.told.map((event) => event.words);
  const count = told.join(" ").split(/\s+/).length;
  return Math.min(MOST_PAUSE, LEAST_PAUSE + WORD_PAUSE * count);
}

/** Return the bar: its elements, `update` for a new view, `press` for a key of the board, `close`. */
function replayBar(send, id) {
  let view = null;
  let playing = false;
  let speed = 1;
  let timer = 0;
  let drag = null;
  let sent = null;
  let typing = false;
  let marks = "";

  const tool = (name, label, key, act) => {
    const element = make("button", `rb-button rb-tool rb-tool-${name}`, { type: "button", "aria-label": label, title: label,
      "aria-keyshortcuts": key, onclick: () => { if (element.getAttribute("aria-disabled") !== "true") act(); } }, sign(name));
    return element;
  };
  const by = (message) => () => { pause(); send(message); };
  const first = tool("first", "First step", "Home", () => by({ do: "stop", stop: 0 })());
  const back = tool("back", "Back", "ArrowLeft", by({ do: "undo" }));
  const play = tool("play", "Play the steps", "Space", () => toggle());
  const forward = tool("forward", "Forward", "ArrowRight", by({ do: "redo" }));
  const last = tool("last", "Last step", "End", () => by({ do: "stop", stop: view.replay.last })());
  const pace = make("select", "rb-field rb-pace", { "aria-label": "Speed", title: "Speed",
    onchange: () => { speed = Number(pace.value); wait(); } },
  ...SPEEDS.map((each) => make("option", "", { value: each, selected: each === 1 }, `${each}×`)));

  const slider = make("input", "rb-slider", { type: "range", min: 0, step: 1, "aria-label": "Step" });
  const ticks = make("div", "rb-ticks", { "aria-hidden": "true" });
  const number = make("input", "rb-field rb-goto", { type: "number", min: 0, step: 1, inputmode: "numeric",
    "aria-label": "Go to step", title: "Go to step" });
  const total = make("span", "rb-total");
  slider.addEventListener("input", () => { pause(); drag = Number(slider.value); look(); });
  const drop = () => {
    if (drag === null) return;
    send(drag === view.replay.at ? { do: "peek", ply: null } : { do: "stop", stop: drag });
    drag = sent = null;
  };
  slider.addEventListener("change", drop);
  slider.addEventListener("pointerup", drop);
  number.addEventListener("input", () => { typing = true; pause(); });
  const enter = () => {
    if (!typing) return;
    typing = false;
    const stop = Math.floor(Number(number.value));
    if (number.value.trim() && Number.isSafeInteger(stop)) send({ do: "stop", stop });
    else number.value = view.replay.at;
  };
  number.addEventListener("change", enter);
  number.addEventListener("keydown", (event) => { if (event.key === "Enter") enter(); });

  const option = (label, message) => {
    const box = make("input", "", { type: "checkbox", onchange: () => send({ do: message, on: box.checked }) });
    return [box, make("label", "rb-option", {}, box, make("span", "", {}, label))];
  };
  const [hides, hidesLabel] = option("Hide what is to come", "hide");
  const [asks, asksLabel] = option("Questions", "asks");
  const home = make("button", "rb-button rb-return", { type: "button", onclick: by({ do: "return" }) });
  const keys = make("p", "rb-note rb-keys");

  const tools = make("div", "rb-tools", {}, first, back, play, forward, last, pace);
  const scale = make("div", "rb-scale", {}, make("div", "rb-track", {}, ticks, slider), make("label", "rb-at", {}, number, total));
  const options = make("div", "rb-options", { role: "group", "aria-label": "How to replay" }, hidesLabel, asksLabel, keys);
  const on = make("div", "rb-on", { role: "group", "aria-label": "Replay" }, tools, scale, home);

  const undo = make("button", "rb-button", { type: "button", onclick: () => send({ do: "undo" }) }, "Undo");
  const redo = make("button", "rb-button", { type: "button", onclick: () => send({ do: "redo" }) }, "Redo");
  const script = make("button", "rb-button rb-main rb-script", { type: "button", onclick: () => send({ do: "back" }) },
    "Back to the script");
  const where = make("p", "rb-where");
  const off = make("div", "rb-off", { role: "group", "aria-label": "Playing on" }, where,
    make("div", "rb-bar", {}, script, undo, redo));
  const element = make("div", "rb-deck", { id: `${id}-replay` }, on, off);

  const able = (button, yes) => button.setAttribute("aria-disabled", String(!yes));

  /** Show on the board where the slider is dragged; one look at a time, the newest last. */
  function look() {
    mark(drag);
    if (sent !== null || drag === null) return;
    sent = drag;
    send({ do: "peek", ply: view.replay.plies[drag] });
  }
  function mark(at) {
    const most = Number(slider.max) || 1;
    scale.style.setProperty("--rb-at", at / most);
    if (!typing) number.value = at;
  }
  function pause() {
    clearTimeout(timer);
    if (!playing) return;
    playing = false;
    showPlay();
  }
  function toggle() {
    if (playing) { pause(); return; }
    playing = true;
    showPlay();
    if (!view.replay.more) send({ do: "stop", stop: 0 });
    else if (view.replay.ask) send({ do: "skip" });
    else next();
  }
  function next() {
    if (playing) send({ do: "redo" });
  }
  /** Set the clock for the next step, or stop where timed play has nothing to go on with. */
  function wait() {
    clearTimeout(timer);
    if (!playing) return;
    const { left, more, ask } = view.replay;
    if (left !== null || !more || ask || view.refusal) { pause(); return; }
    timer = setTimeout(next, pauseOf(view) / speed);
  }
  function showPlay() {
    play.setAttribute("aria-label", playing ? "Pause" : "Play the steps");
    play.title = play.getAttribute("aria-label");
    play.replaceChildren(sign(playing ? "pause" : "play"));
  }
  const onHidden = () => { if (document.hidden) pause(); };
  document.addEventListener("visibilitychange", onHidden);
  on.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === number || event.target === pace) return;
    const acts = { ArrowLeft: () => back.click(), ArrowRight: () => forward.click(), Home: () => first.click(),
      End: () => last.click() };
    if (event.key === " " && event.target === slider) acts[" "] = toggle;
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });

  function update(now) {
    const arrived = !view || view.ply !== now.ply || Boolean(view.replay.ask) !== Boolean(now.replay.ask);
    view = now;
    const { at, last: most, amid, hides: hidden, origin, left, steers } = view.replay;
    on.hidden = options.hidden = left !== null;
    off.hidden = left === null;
    if (left !== null) {
      pause();
      where.textContent = `Playing on from step ${left}.`;
      script.textContent = `Back to the script (step ${left})`;
      undo.disabled = !view.undo;
      redo.disabled = !view.redo;
      return;
    }
    able(first, view.replay.back);
    able(back, view.replay.back);
    able(forward, view.replay.more);
    able(last, amid || at < most);
    slider.max = most;
    number.max = hidden ? "" : most;
    total.textContent = hidden ? "" : `of ${most}`;
    slider.setAttribute("aria-valuetext", hidden ? `step ${at}` : `step ${at} of ${most}`);
    if (drag === null) { slider.value = at; mark(at); }
    const told = JSON.stringify([view.replay.marks, most]);
    if (told !== marks) {
      marks = told;
      ticks.replaceChildren(...view.replay.marks.map(([stop, kind, title]) => {
        const tick = make("span", `rb-tick rb-tick-${kind}`, { title: title ? `${stop}: ${title}` : `${stop}` });
        tick.style.setProperty("--rb-tick", stop / (most || 1));
        return tick;
      }));
    }
    hides.checked = hidden;
    asks.checked = view.replay.asks;
    asksLabel.hidden = !view.replay.poses;
    home.hidden = origin === null;
    home.textContent = `Back to step ${origin}`;
    keys.textContent = steers
      ? "Keys, here or on the board: ← and → step, Home and End jump, Space plays. Enter brings a cursor onto the board."
      : "The cursor is on the board: arrows move it, Enter acts. After Escape the arrows step again.";
    const looked = sent;
    sent = null;
    if (looked !== null && drag !== null && drag !== looked) look();
    if (arrived || view.refusal) wait();
  }
  /** Take a key pressed on the board; return whether it was one of the bar's. */
  function press(key) {
    if (!view || !view.replay.steers) return false;
    if (key === " ") { toggle(); return true; }
    pause();
    return false;
  }
  const close = () => { clearTimeout(timer); document.removeEventListener("visibilitychange", onHidden); };
  return { elements: [element, options], update, press, close };
}

/** Return what a step says: its title, words, figures and errata; or the question before the next. */
function replayPart(view, chapters, send) {
  const { ask, stop, title, words, figures, errata } = view.replay;
  if (ask) return questionPart(view.replay, chapters, send);
  if (!title && !words) return null;
  return make("section", "rb-told-step", {},
    title ? make("p", "rb-title", {}, make("span", "rb-number-at", {}, `${stop}`), title) : null,
    words ? make("p", "rb-words", {}, words) : null,
    figures.length ? make("table", "rb-figures", {}, make("caption", "rb-hidden", {}, "As computed"),
      make("tbody", "", {}, ...figures.map(([name, value]) =>
        make("tr", "", {}, make("th", "", { scope: "row" }, name), make("td", "", {}, `${value}`))))) : null,
    ...errata.map((erratum) => make("aside", "rb-erratum", {}, make("strong", "", {}, "Erratum. "), erratum)));
}

function questionPart({ ask, at }, chapters, send) {
  const choices = ask.choices.map((choice, number) => {
    const chosen = ask.choice === number;
    const verdict = chosen ? ` rb-chosen ${ask.answer.right ? "rb-right" : "rb-wrong"}` : "";
    return make("button", `rb-button rb-choose${verdict}`, { type: "button", "aria-pressed": String(chosen),
      "data-focus": `choice-${number}`, onclick: () => send({ do: "answer", choice: number }) },
    chosen ? `${ask.answer.right ? "✓" : "✗"} ${choice}` : choice);
  });
  const done = ask.answer && ask.answer.right;
  return make("section", "rb-question", { "aria-label": `Question before step ${at + 1}` },
    make("p", "rb-kind", {}, `Before step ${at + 1}`),
    make("p", "rb-words", {}, ask.words),
    make("div", "rb-choices", {}, ...choices),
    ask.answer ? make("p", "rb-said", {}, ...said(ask.answer, chapters)) : null,
    make("div", "rb-bar", {}, make("button", `rb-button${done ? " rb-main" : ""}`, { type: "button", "data-focus": "skip",
      onclick: () => send({ do: "skip" }) }, ask.answer ? "Show the step" : "Skip the question")));
}
