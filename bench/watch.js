// Runs before anything else of a page: notes when its words are there, when the first board is painted, and how long
// after the press of the mouse a board's pixels have changed. Book and counterpart are watched by the same lines.
(() => {
  const BOARDS = "canvas.rb-board, canvas.bench-bare";
  const SIDE = 64;
  const bench = { words: null, painted: null, changed: null };
  window.bench = bench;
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  const probe = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE })
    .getContext("2d", { willReadFrequently: true });
  const sample = (canvas) => {
    probe.clearRect(0, 0, SIDE, SIDE);
    draw.call(probe, canvas, 0, 0, SIDE, SIDE);
    return probe.getImageData(0, 0, SIDE, SIDE).data;
  };

  // The frame after the last of the document has come and been laid out.
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    requestAnimationFrame(() => requestAnimationFrame(() => { bench.words = performance.now(); }));
  });

  const look = () => {
    const board = document.querySelector(BOARDS);
    const shown = board && board.width && board.checkVisibility({ visibilityProperty: true });
    if (shown && sample(board).some((value) => value)) bench.painted = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  // A view copies its picture with `drawImage` when the picture is complete.
  let watched = null;
  let before = "";
  let pressed = 0;
  window.addEventListener("mousedown", (event) => {
    // A button of a replay changes the board that it stands beside.
    const table = event.target.closest(".rb-table");
    watched = event.target.closest(BOARDS) || (table && table.querySelector(BOARDS));
    if (!watched) return;
    before = sample(watched).join();
    bench.changed = null;
    pressed = performance.now();
  }, true);
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    draw.apply(this, given);
    if (!watched || this.canvas !== watched || bench.changed !== null) return;
    const now = performance.now();
    if (sample(watched).join() !== before) bench.changed = now - pressed;
  };
})();
