"""A claim beside its sentence: the badge as a still picture, and the session that checks it while the page stays alive.

A check is worked on in slices, so that boards of the same page answer in between, and is given up after `LONGEST`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from rulebook.claims import Claim, Finding, Look, progress
from rulebook.words import _
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.lettering import begun, wrapped
from rulebook_widgets.scene import Circle, Path, Pen, Picture, Text, View, box

LONGEST = 8.0
"""How many seconds of work a check may take."""
WIDTH, LINE, EDGE = 540.0, 22.0, 14.0
"""The size of the still badge: its width, the height of a line, the space around the words."""
LETTERS = 15.0


def picture(claim: Claim) -> Picture:
    """Return the badge as a still picture: a full ring for an exhaustive check, a broken one for a sample."""
    indent = 46.0
    lines = wrapped(f"“{claim.says}”", LETTERS, WIDTH - indent - EDGE)
    height = LINE * (len(lines) + 1) + EDGE
    shapes: list[Path | Circle | Text] = [box(1, 1, WIDTH - 2, height - 2, 9, "leaf", "rule", 1.5)]
    dash = () if claim.exhaustive else (6.0, 5.0)
    shapes.append(Circle(24, height / 2, 13, "", "jade", 3, dash=dash))
    shapes.append(Pen().move(18, height / 2).line((23, height / 2 + 5), (31, height / 2 - 5)).path("", "ink", 2.5))
    for number, line in enumerate(lines):
        shapes.append(begun(indent, EDGE / 2 + LINE * (number + 0.5), line, LETTERS, WIDTH - indent - EDGE))
    last = EDGE / 2 + LINE * (len(lines) + 0.5)
    shapes.append(begun(indent, last, claim.badge, LETTERS, WIDTH - indent - EDGE, "quiet", 600))
    return Picture(WIDTH, height, (), tuple(shapes))


class ClaimSession:
    """One claim and its check: not begun, under way, or done."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.finding: Finding | None = None
        self.steps: Iterator[Finding] | None = None
        """The check under way, `None` while there is none."""
        self.worked = 0.0
        self.refusal: tuple[str, str] | None = None
        """Why a message was not followed, and what to do instead."""

    @property
    def words(self) -> str:
        """The claim and how it is backed, as a page without a kernel shows them."""
        return f"Claim ({self.claim.rule}): “{self.claim.says}”\n{self.claim.badge}"

    def handle(self, message: object) -> None:
        """Do what a message of the page asks; one that does not fit is refused in words and changes nothing."""
        self.refusal = None
        asked = message.get("do") if isinstance(message, Mapping) else None
        match asked:
            case "check" if self.steps is None:
                self._begin(self.claim.seed)
            case "again" if self.steps is None and self.finding is not None and self.finding.seed is not None:
                self._begin(self.finding.seed + 1)
            case "stop" if self.steps is not None:
                self.steps = None
            case "check" | "again" if self.steps is not None:
                self._refuse(_("A check is under way."))
            case "again":
                self._refuse(_("There is no sample to draw another one after."))
            case "stop":
                self._refuse(_("No check is under way."))
            case _:
                self._refuse(_("The page sent a message that this claim does not know: {}.").format(repr(asked)[:40]))

    def _refuse(self, words: str) -> None:
        self.refusal = (words, _("Nothing has changed."))

    def fail(self) -> None:
        """Give up a check that went wrong by itself, and say so."""
        self.finding = self.steps = None
        self.refusal = (_("Something went wrong in this check."), _("The rest of the page is as it was."))

    def _begin(self, seed: int | None) -> None:
        self.steps = progress(self.claim, seed)
        self.finding = next(self.steps)
        self.worked = 0.0

    def work(self, seconds: float) -> bool:
        """Go on with the check for about so many seconds; return whether it is still under way."""
        if self.steps is None:
            return False
        begun_at = time.monotonic()
        for found in self.steps:
            self.finding = found
            if time.monotonic() - begun_at >= seconds:
                break
        else:
            self.steps = None
        self.worked += time.monotonic() - begun_at
        if self.worked >= LONGEST:
            self.steps = None
        return self.steps is not None

    def report(self) -> dict[str, Any]:
        """Return all that the badge shows."""
        found, running = self.finding, self.steps is not None
        done = found is not None and not running
        return {
            "says": self.claim.says,
            "badge": self.claim.badge,
            "exhaustive": self.claim.exhaustive,
            "running": running,
            "share": found.positions / found.wanted if found and running else 0,
            "words": found.words if found and done else "",
            "outcome": self._outcome(found) if found and done else "",
            "again": bool(done and found and found.seed is not None),
            "counter": self._shown(found.counter) if found and found.counter else None,
            "refusal": self.refusal,
        }

    @staticmethod
    def _outcome(found: Finding) -> str:
        return "counter" if found.counter else "holds" if found.holds else "open"

    @staticmethod
    def _shown(counter: Look) -> dict[str, str] | None:
        """Return the board of a counter-example, and the action that led to it; `None` where there is no board."""
        game, state, action = counter.game, counter.state, counter.action
        if game is None:
            return None
        looks = picture_of(game)
        last = game.places(action) if action is not None else ()
        shown = svg(looks.picture(state, View(last=last)), looks.describe(state))
        return {"svg": shown, "after": _("After {action}:").format(action=action) if action is not None else ""}
