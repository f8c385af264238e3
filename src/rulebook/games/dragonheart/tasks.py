"""The words of what an exercise on a position set up by hand can ask for in Dragonheart."""

from __future__ import annotations

from rulebook.games.dragonheart.cards import NAMES, PLURALS
from rulebook.games.dragonheart.engine import HAND, Dragonheart
from rulebook.games.dragonheart.state import State
from rulebook.setting import Blank, Task
from rulebook.words import _

Choices = tuple[tuple[object, str], ...]
MOST_POINTS = 20


def _kinds(_game: Dragonheart, _state: State) -> Choices:
    return tuple(zip(NAMES, PLURALS, strict=True))


def _points(_game: Dragonheart, _state: State) -> Choices:
    return tuple((points, str(points)) for points in range(MOST_POINTS + 1))


def _counts(_game: Dragonheart, _state: State) -> Choices:
    return tuple((count, str(count)) for count in range(1, HAND + 1))


KIND = Blank("kind", _("kind"), _kinds)
POINTS = Blank("points", _("points"), _points)
TASKS = {
    "collects": Task("DH4.4", _("collect a kind"), _("Collect at least one of the {kind}."), (KIND,)),
    "gains": Task("DH4.4", _("collect points"), _("Collect cards with a value of just {points}."), (POINTS,)),
    "best": Task("DH1.3", _("collect the most"), _("Collect as many points as can be had in this turn.")),
    "seizes": Task("DH6.1", _("take the Great Dragon"), _("Take the Great Dragon.")),
    "lies": Task("DH5.10", _("leave points on a place"),
                 _("Bring what lies on the place of the {kind} to a value of just {points}."), (KIND, POINTS)),
    "keeps": Task("DH4.1", _("keep cards"), _("Keep at least this many {kind} in your hand: {cards}."),
                  (KIND, Blank("cards", _("cards"), _counts))),
    "waits": Task("DH5.9", _("fill the hold"), _("Bring the cards in the hold to a value of just {points}."),
                  (POINTS,)),
    "unripe": Task("DH4.3", _("leave no ripe place"),
                   _("Leave no place with something to be won just one card short of its last frame.")),
}  # fmt: skip
