// The presenter: one board fills the screen, its words beside it in large letters; the keys of a clicker step, and lead
// on to the next board of the page. One presenter a page; boards tell it what they show each time they are painted.

const STAGED = ["play", "try", "replay", "exercise"];
/**
 * How large the words can be, by what is usual on this screen: the largest that leaves all of them to be seen. If none
 * does, what the engine tells of a step is cut short.
 */
const SIZES = [1.2, 1, 0.86];
/** How many times as large a part of the board is while it is looked at closely. */
const CLOSE = 2;
const TYPED = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable=true]";

/** Return the one presenter of this page, made by the first board that asks. */
function stage() {
  if (window.rulebookStage) return window.rulebookStage;
  const boards = new Map();
  let on = null;

  const tableOf = (mark) => document.querySelector(`.rb-table > canvas.${mark}`)?.parentElement;
  const within = (mark, selector) => tableOf(mark)?.querySelector(selector);
  /** Return the boards that can be presented, as they follow each other on the page. */
  const order = () => [...document.querySelectorAll(".rb-table > canvas.rb-board")]
    .map((canvas) => [...boards.keys()].find((mark) => canvas.classList.contains(mark))).filter(Boolean);
  const seen = (mark) => {
    const { top, bottom } = tableOf(mark).getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  };
  /** Return the board that the focus is in, else the one of which most is seen; undefined where none is seen. */
  function nearest(target) {
    const marks = order();
    return marks.find((mark) => tableOf(mark).contains(target))
      ?? marks.filter((mark) => seen(mark) > 0).sort((one, other) => seen(other) - seen(one))[0];
  }

  /** Keep the keyboard and screen readers out of all that the board covers; return what gives it back. */
  function hush(table) {
    const hushed = [];
    for (let node = table; node.parentElement && node !== document.body; node = node.parentElement) {
      hushed.push(...[...node.parentElement.children].filter((other) => other !== node && !other.inert));
    }
    for (const other of hushed) other.inert = true;
    return () => { for (const other of hushed) other.inert = false; };
  }

  function enter(mark) {
    const table = tableOf(mark);
    const before = { mark, table, focus: document.activeElement, left: scrollX, top: scrollY };
    on = { ...before, wake: hush(table), whole: Boolean(on && on.whole), spot: false, close: false, aim: [0.5, 0.5], pointed: false,
      held: null, blank: null };
    document.documentElement.classList.add("rb-presents");
    table.classList.add("rb-presented");
    table.tabIndex = -1;
    // On the browser's top layer nothing around the board can hold it back.
    if (table.showPopover) { table.popover = "manual"; table.showPopover(); }
    table.focus({ preventScroll: true });
    if (!on.whole && document.documentElement.requestFullscreen) {
      document.documentElement.requestFullscreen().then(() => {
        if (on) on.whole = true;
        else document.exitFullscreen();
      }, () => {});
    }
    fit();
    document.fonts.ready.then(fit);
  }

  /** Take the board off the stage; `home` brings focus and scroll back to where they were. */
  function strike(home) {
    const { mark, table, focus, left, top, wake, blank } = on;
    if (blank) blank.remove();
    wake();
    table.classList.remove("rb-presented", "rb-spotted", "rb-brief", "rb-close");
    document.documentElement.classList.remove("rb-presents");
    if (table.popover) table.removeAttribute("popover");
    table.removeAttribute("tabindex");
    if (on.spot) boards.get(mark).send({ do: "spot", on: false });
    if (on.close) boards.get(mark).send({ do: "closer", on: false });
    on = null;
    sharpen(mark);
    if (!home) return;
    scrollTo(left, top);
    (focus && focus.isConnected && focus !== document.body ? focus : within(mark, "[data-focus=present]"))
      ?.focus({ preventScroll: true });
  }

  function leave() {
    const { mark, begun, whole } = on;
    strike(!begun);
    if (whole && document.fullscreenElement) document.exitFullscreen();
    if (begun) {
      tableOf(mark).scrollIntoView({ block: "center" });
      within(mark, "[data-focus=present]")?.focus({ preventScroll: true });
    }
  }

  /** Go on to the next board of the page, or to the one before; at the ends stay. */
  function walk(by) {
    const marks = order();
    const next = marks[marks.indexOf(on.mark) + by];
    if (!next) return;
    const { whole } = on;
    strike(false);
    on = { whole };
    enter(next);
    on.begun = true;
  }

  const script = (view) => view.replay && view.replay.left === null;
  function forward() {
    on.pointed = false;
    const { view, send } = boards.get(on.mark);
    if (script(view) ? view.replay.more : view.redo) step("forward", "redo");
    else if (view.auto) send({ do: "step" });
    else walk(1);
  }
  function back() {
    on.pointed = false;
    const { view } = boards.get(on.mark);
    if (script(view) ? view.replay.back : view.undo) step("back", "undo");
    else walk(-1);
  }
  /** Step by the bar of a replay, so that timed play stops; elsewhere by a message. */
  function step(tool, message) {
    const { view, send } = boards.get(on.mark);
    if (script(view)) within(on.mark, `.rb-tool-${tool}`).click();
    else send({ do: message });
  }
  function spot() {
    on.spot = !on.spot;
    boards.get(on.mark).send({ do: "spot", on: on.spot });
  }
  /**
   * Show a part of the board larger, in the place of the whole, or the whole again. The part is the one at the pointer;
   * after a step or a key of the cursor, what the step speaks of or the cursor is at.
   */
  function look() {
    on.close = !on.close;
    boards.get(on.mark).send({ do: "closer", on: on.close });
    on.table.classList.toggle("rb-close", on.close);
    within(on.mark, "[data-focus=stage-look]")?.setAttribute("aria-pressed", String(on.close));
    aim();
    sharpen(on.mark);
  }
  function aim() {
    on.table.style.setProperty("--rb-close", CLOSE);
    on.table.style.setProperty("--rb-x", on.aim[0]);
    on.table.style.setProperty("--rb-y", on.aim[1]);
  }
  /** Aim so that a point of the picture, in parts of its width and height, lies in the middle of what is seen. */
  function centre(place) {
    on.aim = place.map((part) => Math.min(1, Math.max(0, (part - 0.5 / CLOSE) / (1 - 1 / CLOSE))));
    aim();
  }
  /** Aim with the pointer: a mouse at the part where it is, a finger by dragging; what it taps stays where it is seen. */
  function point(event) {
    if (!on || !(event.target instanceof Element) || !event.target.matches(".rb-presented canvas.rb-board")) return;
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = event.target;
    const clamped = (part) => Math.min(1, Math.max(0, part));
    if (event.pointerType === "touch") {
      if (event.type === "pointerdown") on.held = { x: event.clientX, y: event.clientY, aim: on.aim };
      if (!on.held || !on.close) return;
      const { x, y, aim: [left, top] } = on.held;
      on.aim = [clamped(left - (event.clientX - x) / (offsetWidth * (CLOSE - 1))),
        clamped(top - (event.clientY - y) / (offsetHeight * (CLOSE - 1)))];
    } else {
      // The place of the board as it was laid out: how it is shown depends on where it is aimed at.
      const home = on.table.getBoundingClientRect();
      on.aim = [clamped((event.clientX - home.left - offsetLeft) / offsetWidth),
        clamped((event.clientY - home.top - offsetTop) / offsetHeight)];
    }
    on.pointed = true;
    if (on.close) aim();
  }
  function blank() {
    if (on.blank) { on.blank.remove(); on.blank = null; return; }
    on.blank = make("div", "rb-blank", { onclick: blank });
    on.table.append(on.blank);
  }

  /** Tell the board how many pixels wide it is shown, so that its lines stay sharp. */
  function sharpen(mark) {
    const known = boards.get(mark);
    const canvas = within(mark, "canvas");
    if (!known || !canvas) return;
    const width = Math.ceil(canvas.getBoundingClientRect().width * devicePixelRatio);
    if (width && width !== known.width) { known.width = width; known.send({ do: "shown", width }); }
  }
  /** Make the board as large as the screen allows, and the words as large as there is room for. */
  function fit() {
    if (!on) return;
    const { table, mark } = on;
    const canvas = within(mark, "canvas");
    const parts = within(mark, ".rb-parts");
    if (!canvas || !parts) return;
    table.style.setProperty("--rb-ratio", canvas.width / canvas.height);
    table.classList.toggle("rb-spotted", boards.get(mark).view.present.spot);
    [false, true].some((brief) => SIZES.some((size) => {
      table.classList.toggle("rb-brief", brief);
      table.style.setProperty("--rb-size", size);
      return parts.scrollHeight <= parts.clientHeight + 1;
    }));
    sharpen(mark);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (on && event.key.startsWith("Arrow")) on.pointed = false;
    const act = meant(event.key.length === 1 ? event.key.toLowerCase() : event.key, target);
    if (!act) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }
  /** Return what a key does for the presenter, or undefined where it is not the presenter's. */
  function meant(key, target) {
    if (!on) {
      // In JupyterLab letters are commands of its own, except in a board.
      const mark = key === "p" && !target.closest(TYPED) && (inVoila() || target.closest(".rb-table")) && nearest(target);
      return mark ? () => enter(mark) : undefined;
    }
    if (on.blank) return ["Shift", "Tab"].includes(key) ? undefined : blank;
    const always = { Escape: leave, PageDown: forward, PageUp: back };
    if (always[key]) return always[key];
    if (target.closest(TYPED)) return undefined;
    const elsewhere = { ArrowRight: forward, ArrowLeft: back, " ": forward };
    if (elsewhere[key]) return target.closest(key === " " ? "canvas, button, input" : "canvas, input") ? undefined : elsewhere[key];
    return { p: leave, s: spot, z: look, b: blank, ".": blank }[key];
  }
  window.addEventListener("keydown", onKey, { capture: true });
  // Before the guard of the canvases, which takes these away.
  for (const kind of ["pointermove", "pointerdown"]) window.addEventListener(kind, point, { capture: true, passive: true });
  // A rule that is touched stands on the page behind, or on another.
  window.addEventListener("click", (event) => {
    if (on && event.target instanceof Element && event.target.closest(".rb-presented a[href]")) leave();
  }, { capture: true });
  window.addEventListener("resize", fit);
  document.addEventListener("fullscreenchange", () => { if (on && on.whole && !document.fullscreenElement) leave(); });

  window.rulebookStage = {
    /** Take what a board shows; called before each painting of it. */
    know(mark, view, send) {
      const known = boards.get(mark);
      boards.set(mark, { ...known, view, send });
      if (!on || on.mark !== mark) return;
      const moved = known.view.ply !== view.ply;
      const { focus } = view.present;
      if (on.close && !on.pointed && focus) centre(focus);
      requestAnimationFrame(() => {
        if (moved && on) within(on.mark, ".rb-parts").scrollTop = 0;
        fit();
      });
    },
    /** Whether the board of that mark is looked at closely. */
    isClose: (mark) => Boolean(on && on.mark === mark && on.close),
    enter, leave, forward, back, spot, look,
  };
  return window.rulebookStage;
}

/** Return the button that begins to present a board, or null where it cannot be. */
function presentButton(setup, id) {
  if (!STAGED.includes(setup.kind)) return null;
  return make("button", "rb-button rb-present", { type: "button", "data-focus": "present", "aria-keyshortcuts": "p",
    title: "Fill the screen with this board (P)", onclick: () => stage().enter(id) }, "Present");
}

/** Return the bar of the presenter, which shows on the stage only. */
PARTS.push((view, setup, send, _chapters, id) => {
  if (!STAGED.includes(setup.kind)) return null;
  const page = stage();
  page.know(id, view, send);
  const { spot, said: pointed, supposing, chooses } = view.present;
  // After a click the keys of a clicker are the presenter's again, not those of the button.
  const act = (run) => (event) => {
    run(event);
    if (event.detail) event.currentTarget.closest(".rb-table")?.focus({ preventScroll: true });
  };
  const tool = (name, label, key, run, extra = {}) => make("button", "rb-button rb-tool", { type: "button",
    "aria-label": label, title: label, "aria-keyshortcuts": key, "data-focus": `stage-${name}`, onclick: act(run), ...extra },
  sign(name));
  const word = (name, words, run, extra = {}) => make("button", "rb-button", { type: "button", "data-focus": `stage-${name}`,
    onclick: act(run), ...extra }, words);
  // Timed play is the replay bar's; its button here is that one again. While the first painting is done it is not there yet.
  const timed = () => document.querySelector(`#${id}-replay .rb-tool-play`);
  const told = () => timed()?.title || "Play the steps";
  const face = () => sign(told() === "Pause" ? "pause" : "play");
  const play = !view.replay || view.replay.left !== null ? null : tool("play", told(), null, () => {
    timed().click();
    play.replaceChildren(face());
    play.setAttribute("aria-label", told());
    play.title = told();
  });
  if (play) play.replaceChildren(face());
  const way = view.replay ? "Back to the script" : "End what if";
  const mine = view.replay && view.replay.mine;
  const chosen = view.dice === "chosen";
  return make("div", "rb-stage", {},
    pointed.length ? make("ul", "rb-pointed", {}, ...pointed.map((words) => make("li", "", {}, words))) : null,
    make("div", "rb-controls", { role: "group", "aria-label": "Presenter" },
      tool("back", "Back", "PageUp", page.back), play, tool("forward", "Forward", "PageDown", page.forward),
      word("spot", "Spotlight", page.spot, { "aria-pressed": String(spot), "aria-keyshortcuts": "s" }),
      tool("look", "Closer", "z", page.look, { "aria-pressed": String(page.isClose(id)),
        title: "Closer: the part of the board at the pointer, or what a step speaks of, twice as large (Z)" }),
      supposing === null ? null : supposing ? word("resume", way, () => send({ do: "resume" }))
        : word("suppose", "What if", () => send({ do: "suppose" })),
      mine ? word("mine", "My line", () => send({ do: "mine" })) : null,
      !view.replay && view.left && !supposing ? word("left", `Line left (${view.left})`, () => send({ do: "back" })) : null,
      chooses ? word("dice", "By hand", () => send({ do: "chance", how: chosen ? "rolled" : "chosen" }),
        { "aria-pressed": String(chosen), "aria-label": "Dice and draws by hand", title: "Choose dice and draws by hand" }) : null,
      setup.shares ? word("share", "Share", (event) => {
        event.currentTarget.closest(".rb-table").querySelector(".rb-row .rb-share")?.click();
      }) : null,
      word("leave", "Leave", () => page.leave(), { "aria-keyshortcuts": "Escape" })));
});
