// The link to what a board shows. The page's address follows the board that was played last, in the part behind `#`
// that no server sees; what the other boards show is remembered while the window is open. So a reload, or the address
// on another device, comes back to the same positions. Links go to the kernel as they are: it alone reads them.

const PLAY = "#play=";
const LATER = 400;
const REST = 5000;
const TOO_LONG = 7000;

/** Return what the page's address names, a board and its link; null if it names none of this page. */
const named = () => window.rulebookAddress?.named() ?? null;

/** Return the one keeper of links of this page, made by the first board that asks. */
function keeper() {
  if (window.rulebookLinks) return window.rulebookLinks;
  const boards = new Map();
  const key = `rulebook.play.v1:${location.pathname}`;
  const saved = () => {
    try { return JSON.parse(sessionStorage.getItem(key)) || {}; } catch (error) { return {}; }
  };
  let links = saved();
  let wanted = named();
  let written = location.hash;
  let last = null;
  let timer = 0;
  let still = null;
  let resting = 0;

  function save() {
    clearTimeout(timer);
    timer = 0;
    try { sessionStorage.setItem(key, JSON.stringify(links)); } catch (error) { /* a window that keeps nothing */ }
    if (last && links[last]) write(`${PLAY}${last}.${links[last]}`);
  }
  /** Write the part behind `#`, unless a reader has just put another there: the page hears of that a moment later. */
  function write(hash) {
    if (location.hash !== written) return;
    history.replaceState(history.state, "", location.pathname + location.search + hash);
    written = location.hash;
  }
  const later = () => { timer = timer || setTimeout(save, LATER); };

  /** Open the link of the address on a board, and keep the board in view until the page rests or is touched. */
  function bring(board) {
    const { name, link } = wanted;
    wanted = null;
    last = name;
    board.open(link);
    still = board;
    grown.observe(document.body);
    settle();
  }
  /** Bring the board back into view: what arrives above it moves it away. */
  function settle() {
    if (!still) return;
    still.table().scrollIntoView({ block: "start" });
    clearTimeout(resting);
    resting = setTimeout(rest, REST);
  }
  function rest() {
    still = null;
    grown.disconnect();
  }
  const grown = new ResizeObserver(settle);
  const touched = (event) => {
    rest();
    for (const [name, board] of boards) {
      if (!(event.target instanceof Node && board.table().contains(event.target))) continue;
      last = name;
      window.rulebookAddress?.clear();
    }
  };
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, touched, { capture: true, passive: true });
  window.addEventListener("wheel", rest, { capture: true, passive: true });
  window.addEventListener("pagehide", save);
  window.addEventListener("hashchange", () => {
    written = location.hash;
    wanted = named();
    if (!wanted) return;
    const board = boards.get(wanted.name);
    if (board) bring(board);
  });

  window.rulebookLinks = {
    /** Take a board of the page; it is told what to open. */
    watch(name, board) {
      boards.set(name, board);
      if (wanted && wanted.name === name) bring(board);
      else if (links[name]) board.open(links[name]);
      settle();
    },
    /** Tell whether a board of that name opens links, or any board. */
    has: (name) => boards.has(name),
    any: () => boards.size > 0,
    leave(name, board) { if (boards.get(name) === board) boards.delete(name); },
    /** Remember what a board shows. */
    keep(name, link) { links[name] = link; later(); },
    /** Forget what a board showed, and take it out of the address. */
    forget(name) {
      delete links[name];
      if (last === name) last = null;
      if (named()?.name === name) write("");
      save();
    },
  };
  return window.rulebookLinks;
}

/** Let the page's address follow a board; return what ends it. */
function followBoard(model, el, send) {
  const name = model.get("setup").board;
  if (!inVoila() || !name || !model.get("link")) return () => {};
  const page = keeper();
  const board = {
    // What is shown needs no opening, unless a link that was refused is still spoken of.
    open: (link) => { if (link !== model.get("link") || model.get("view").strayed) send({ do: "open", link }); },
    table: () => el.closest(".rb-table") || el,
  };
  // Nothing is better than the link to what was shown before, where what is shown now has none.
  const changed = () => (model.get("link") ? page.keep(name, model.get("link")) : page.forget(name));
  model.on("change:link", changed);
  page.watch(name, board);
  return () => { model.off("change:link", changed); page.leave(name, board); };
}

function shareButton(setup, send) {
  if (!setup.shares) return null;
  const page = inVoila() ? location.origin + location.pathname : "";
  return button("Share", send, { do: "share", page }, true, { class: "rb-button rb-share", "data-focus": "share" });
}

/** After a link that cannot be opened: the way to the start. */
PARTS.push((view, setup, send) => (!view.strayed ? null : make("div", "rb-bar", {},
  make("button", "rb-button rb-main", { type: "button", "data-focus": "start", "data-then": "share", onclick: () => {
    if (inVoila()) keeper().forget(setup.board);
    send({ do: "start" });
  } }, "Begin at the start"))));

/** Return the field that opens a link at a table. */
const openPart = (send, id) => linkForm("rb-open", `rb-open-${id}`, "open", "Open a link", "Open",
  (link) => send({ do: "open", link }));

/** Return a form with a field for a link that is pasted, which `take` gets; the field is called `name`. */
function linkForm(look, id, name, label, verb, take) {
  const field = make("input", "rb-field", { type: "text", id, autocomplete: "off", spellcheck: "false",
    autocapitalize: "none", maxlength: TOO_LONG, "data-focus": name, "data-keep": name });
  return make("form", look, { onkeydown: enter, onsubmit: (event) => {
    event.preventDefault();
    if (field.value.trim()) take(field.value.trim());
    field.value = "";
  } }, make("label", "", { for: id }, label), field, make("button", "rb-button", { type: "submit" }, verb));
}

/** Return a QR code as the strokes of its dark modules. */
function codeOf({ side, path }) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const strokes = document.createElementNS(space, "path");
  const set = (element, attributes) => { for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value); };
  set(svg, { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": "The address as a QR code", class: "rb-code" });
  set(strokes, { d: path, stroke: "#000", "stroke-width": 1, "shape-rendering": "crispEdges" });
  svg.append(strokes);
  return svg;
}

/** Return the sheet with the link of one board: its element, and `update` for a new view. */
function linkSheet(el) {
  let shown = null;
  const field = make("input", "rb-field rb-address", { type: "text", readonly: true, "aria-label": "The link" });
  const copied = make("span", "rb-note", { role: "status" });
  const code = make("div", "rb-code-frame");
  const note = make("p", "rb-note");
  const copy = async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch (error) { document.execCommand("copy"); }
    copied.textContent = "Copied.";
  };
  const dialog = make("dialog", "rb-share-sheet", { "aria-label": "Share this board", "data-lm-suppress-shortcuts": "true" });
  dialog.append(
    make("div", "rb-share-words", {},
      make("div", "rb-share-head", {}, make("p", "rb-share-title", {}, "Share this board"),
        make("button", "rb-button", { type: "button", onclick: () => dialog.close() }, "Close")),
      make("div", "rb-open", {}, field, make("button", "rb-button rb-main", { type: "button", onclick: copy }, "Copy")),
      copied,
      note),
    code);
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => {
    code.replaceChildren();
    // On the stage there is a button of its own.
    const buttons = [...el.querySelectorAll('[data-focus="share"], [data-focus="stage-share"]')];
    buttons.find((each) => each.offsetParent)?.focus({ preventScroll: true });
  });

  function update(view, setup) {
    if (!view.offer || view.offer === shown) return;
    shown = view.offer;
    field.value = shown.address;
    copied.textContent = "";
    note.textContent = [
      setup.kind === "exercise" ? "It opens the exercise as it is posed, without your moves." : "It opens what is shown here, at this ply.",
      setup.hides && setup.kind !== "exercise" ? "The link holds all cards as they were dealt: whoever unpicks it can read every hand." : "",
      inVoila() ? "" : "Open it in the field “Open a link” of a play table.",
      inVoila() && !shown.code ? "It is too long for a QR code." : "",
    ].filter(Boolean).join(" ");
    code.replaceChildren(...(shown.code ? [codeOf(shown.code)] : []));
    if (!dialog.open) dialog.showModal();
    field.select();
    field.scrollLeft = 0;
  }
  return { element: dialog, update };
}
