// The badge of a claim: what is claimed and how it is backed, a button for the check, its outcome. It shows `view` and
// sends what is pressed; words go in as text, and the board of a counter-example as the picture that the book draws.

const SIGNS = { holds: "✓", counter: "✗", open: "…" };

function boardPart(counter) {
  if (!counter) return null;
  const drawn = new DOMParser().parseFromString(counter.svg, "image/svg+xml").documentElement;
  return make("figure", "rb-claim-board", {}, counter.after ? make("figcaption", "", {}, counter.after) : null,
    document.importNode(drawn, true));
}

function render({ model, el }) {
  const send = (message) => model.send(message);
  const press = (words, message) =>
    make("button", "rb-claim-button", { type: "button", "data-press": message.do, onclick: () => send(message) }, words);
  const shown = make("div", "rb-claim-parts");
  const outcome = make("p", "rb-claim-outcome", { role: "status" });
  const bar = make("progress", "rb-claim-progress", { max: 1, value: 0, "aria-label": "How far the check has come" });
  const stop = press("Stop", { do: "stop" });
  const running = make("div", "rb-claim-running", {}, bar, stop);
  const after = make("div", "rb-claim-after");
  el.classList.add("rb-claim");
  el.append(shown, running, outcome, after);

  const update = () => {
    const view = model.get("view");
    const focused = el.contains(document.activeElement) ? document.activeElement : null;
    el.dataset.kind = view.exhaustive ? "exhaustive" : "sampled";
    el.dataset.outcome = view.outcome;
    bar.value = view.share;
    running.hidden = !view.running;
    shown.replaceChildren(
      make("span", "rb-claim-seal", { "aria-hidden": "true" }, view.outcome === "counter" ? SIGNS.counter : SIGNS.holds),
      make("span", "rb-claim-words", {}, make("q", "", {}, view.says), " ", make("strong", "", {}, view.badge)),
      ...(view.running ? [] : [press("Check it now", { do: "check" })]),
      ...(view.again ? [press("Another sample", { do: "again" })] : []));
    const words = view.refusal ? `No. ${view.refusal.join(" ")}`
      : view.words ? `${SIGNS[view.outcome]} ${view.words}` : "";
    if (outcome.textContent !== words) outcome.textContent = words;
    after.replaceChildren(...[boardPart(view.counter)].filter((part) => part !== null));
    // The button that was pressed is drawn anew or hidden: whoever came by keyboard stays where they were.
    if (focused && (!focused.isConnected || (focused === stop && !view.running))) {
      (view.running ? stop : shown.querySelector("button")).focus({ preventScroll: true });
    }
  };
  model.on("change:view", update);
  update();
  return () => model.off("change:view", update);
}

export default { render };
