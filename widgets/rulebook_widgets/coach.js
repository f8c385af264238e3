// The coach beside a board: what can be asked of it, and what it says.

/** Return the buttons that ask the coach, or null where there is none. */
function coachBar(view, send) {
  const coach = view.coach;
  if (!coach) return null;
  return make("div", "rb-bar", { role: "group", "aria-label": "Coach" },
    button("Show me a move", send, { do: "advise" }, coach.advises, { "aria-keyshortcuts": "h", "data-focus": "advise" }),
    button("How was that?", send, { do: "review" }, coach.reviews, { "aria-keyshortcuts": "c", "data-focus": "review" }));
}

/** Return what the coach says, with a way to do it; that it thinks while it does. */
function coachPart(view, chapters, send) {
  const coach = view.coach;
  if (!coach || !(coach.said || coach.thinks)) return null;
  if (coach.thinks) return make("section", "rb-coach", { "aria-label": "Coach" }, make("p", "rb-thinks", {}, coach.thinks));
  const { words, reason, also, cost, play, instead } = coach.said;
  // What is done from here is taken back by Undo, so the keyboard goes on there.
  const accept = (label, message) => button(label, send, message, true,
    { class: "rb-button rb-main", "data-focus": "accept", "data-then": "text:Undo" });
  return make("section", "rb-coach", { "aria-label": "Coach" },
    make("p", "rb-counsel", {}, words),
    make("p", "", {}, ...said(reason, chapters)),
    also ? make("p", "rb-note", {}, also) : null,
    cost ? make("p", "rb-note", {}, cost) : null,
    make("div", "rb-bar", {},
      play ? accept("Play it", { do: "type", text: play }) : null,
      instead ? accept("Try it instead", { do: "instead" }) : null,
      button("Hide", send, { do: "dismiss" }, true, { "aria-label": "Hide what the coach says", "data-focus": "dismiss",
        "data-then": "advise" })));
}
