// Guards the boards' canvases. The canvas itself swallows Tab, stops the page from scrolling and sends every move of
// the mouse, and where a pointer is in pixels of its own, which change. Listeners on the document, before it, tell the board
// of a press in parts of its picture, and of the board's own keys, and let nothing through to the canvas.

const QUIET = ["mousemove", "mouseup", "mouseout", "mouseenter", "mouseleave", "wheel", "touchstart", "touchmove",
  "touchend", "touchcancel", "keyup", "keypress", "contextmenu"];
// How often the kernel is asked for a sign of life, how long it is waited for, and how often the time is looked at.
const BEAT = 1500;
const PATIENCE = 4000;
const LOOK = 250;

/** Return the one guard of this page, made by the first board that asks. */
export function guard() {
  if (window.rulebookGuard) return window.rulebookGuard;
  const boards = new Map();
  const boardOf = (event) => {
    const canvas = event.target instanceof Element ? event.target.closest("canvas.rb-board") : null;
    return canvas ? [...boards.values()].find((board) => canvas.classList.contains(board.mark)) : undefined;
  };
  for (const kind of QUIET) {
    document.addEventListener(kind, (event) => { if (boardOf(event)) event.stopImmediatePropagation(); },
      { capture: true, passive: true });
  }
  document.addEventListener("mousedown", (event) => {
    const board = boardOf(event);
    if (!board) return;
    event.stopImmediatePropagation();
    if (event.button !== 0) return;
    // In parts of the picture: how many pixels the canvas has may just be changing.
    const { left, top, width, height } = event.target.getBoundingClientRect();
    board.tap((event.clientX - left) / width, (event.clientY - top) / height);
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    const board = boardOf(event);
    if (!board) return;
    event.stopImmediatePropagation();
    if (event.ctrlKey || event.metaKey || event.altKey || !board.keys().includes(event.key)) return;
    event.preventDefault();
    board.press(event.key);
  }, { capture: true });

  // A heartbeat tells a dead kernel or a lost line from a quiet one; one board of the page carries it.
  let heard = Date.now();
  let lost = false;
  const tell = (ok) => {
    if (lost === !ok) return;
    lost = !ok;
    window.dispatchEvent(new CustomEvent("rulebook:connection", { detail: { ok } }));
    for (const board of boards.values()) board.connection(ok);
  };
  let asked = Date.now();
  let looked = Date.now();
  setInterval(() => {
    const now = Date.now();
    const first = boards.values().next().value;
    // While the page is still being set up the kernel is busy, not lost; a page that has fallen asleep has none.
    if (!first || document.hidden || window.rulebookAsleep || document.getElementById("rb-wait")) heard = now;
    // A page whose clock stood still (a sleeping laptop) gives the line time to answer first.
    else if (now - looked > BEAT) heard = now;
    else if (now - asked >= BEAT) {
      asked = now;
      try { first.send({ do: "ping" }); } catch (error) { /* the silence that follows says it */ }
    }
    looked = now;
    if (now - heard > PATIENCE) tell(false);
  }, LOOK);
  // The browser knows of a cut at once.
  window.addEventListener("offline", () => { if (boards.size) tell(false); });

  window.rulebookGuard = {
    watch(board) { boards.set(board.mark, board); },
    leave(mark) { boards.delete(mark); },
    heard() { heard = Date.now(); tell(true); },
  };
  return window.rulebookGuard;
}
