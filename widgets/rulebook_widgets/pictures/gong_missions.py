"""The missions of Fight in words: what they ask, step by step, and how far they have been carried out."""

from __future__ import annotations

from typing import NamedTuple

from rulebook.games.gong.actions import SEATS
from rulebook.games.gong.cards import KINDS
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.missions import CHOSEN, Mission, Step, Task, Verb, mission, seats_of
from rulebook.games.gong.state import NOBODY, State
from rulebook.words import _


def cards_said(count: int) -> str:
    """Return how many cards there are: `1 card`, `9 cards`."""
    return _("1 card") if count == 1 else _("{count} cards").format(count=count)


def the_mission(game: Gong, state: State) -> Mission | None:
    """Return the mission that is being carried out."""
    return mission(game.missions, state.errand.mission) if state.errand is not None else None


class Progress(NamedTuple):
    """A step of a mission in words, and how far it has been carried out."""

    words: str
    times: int
    """How often it is to be done."""
    through: int
    """How often it has been."""
    present: bool
    """Whether it is what is done next."""

    @property
    def done(self) -> bool:
        """Whether nothing of it is left to be done."""
        return not self.present and self.through >= self.times


def steps_said(game: Gong, state: State) -> list[Progress]:
    """Return the steps of the mission that is being carried out."""
    found, errand = the_mission(game, state), state.errand
    if found is None or errand is None:
        return []
    counts = [len(Mission("", "", "", (step,)).tasks(state.turn, game.players)) for step in found.steps]
    every = [task for step in found.steps for task in Mission("", "", "", (step,)).tasks(state.turn, game.players)]
    left = _left(every, errand.todo)
    # Tasks that have come in the place of one belong to its step, which goes on.
    done = len(every) - left
    at = done - 1 if len(errand.todo) > left else done
    said, first = [], 0
    for step, count in zip(found.steps, counts, strict=True):
        through = min(max(at - first, 0), count)
        said.append(Progress(_step_said(game, state, step), count, through, first <= at < first + count))
        first += count
    return said


def _left(every: list[Task], todo: tuple[Task, ...]) -> int:
    """Return how many of a mission's tasks are still among those to be done."""
    left = 0
    for planned, task in zip(reversed(every), reversed(todo), strict=False):
        same = planned.verb is task.verb and planned.seat in (task.seat, CHOSEN)
        if not same or planned.other not in (task.other, CHOSEN):
            break
        left += 1
    return left


def _step_said(game: Gong, state: State, step: Step) -> str:
    """Return a step in words: bare, as the card says it to the player on turn, else with a name."""
    who, whom = _named(game, state, step.who), _named(game, state, step.whom)
    many = step.who in ("you", "others", "all") or (step.who == "neighbours" and game.players > 2)
    said = (_BARE if many else _NAMED)[step.verb].format(whom=whom, cards=cards_said(step.count))
    return said if step.who == "you" or step.verb is Verb.MELEE else f"{who} {said}"


_BARE = {
    Verb.CHOOSE: _("choose a player"),
    Verb.LAY: _("lay down {cards}"),
    Verb.LAY_NUMBER: _("lay down a number"),
    Verb.DRAW: _("draw {cards}"),
    Verb.SALVAGE: _("take from the discards"),
    Verb.GIVE: _("give {whom} {cards}"),
    Verb.TAKE: _("take {cards} of {whom}"),
    Verb.DUEL: _("duel {whom}"),
    Verb.DRAW_OFF: _("draw-off with {whom}"),
    Verb.RIDDLE: _("a riddle for {whom}"),
    Verb.MELEE: _("all show a card"),
}
"""By verb: what you, or several, do."""
_NAMED = _BARE | {
    Verb.LAY: _("lays down {cards}"),
    Verb.LAY_NUMBER: _("lays down a number"),
    Verb.DRAW: _("draws {cards}"),
    Verb.SALVAGE: _("takes from the discards"),
    Verb.GIVE: _("gives {whom} {cards}"),
    Verb.TAKE: _("takes {cards} of {whom}"),
}
"""By verb: what one player does."""


def _named(game: Gong, state: State, who: str) -> str:
    """Return whom a word of a mission means at this table."""
    if who == "chosen":
        chosen = state.errand.chosen if state.errand is not None else NOBODY
        return SEATS[chosen] if chosen >= 0 else _("them")
    if who in ("others", "all") or (who == "neighbours" and game.players > 2):
        return {"others": _("all others"), "all": _("all"), "neighbours": _("neighbours")}[who]
    return SEATS[seats_of(who, state.turn, game.players)[0]] if who else ""


def mission_said(game: Gong, state: State) -> str:
    """Return the mission that is being carried out in words, step by step."""
    found = the_mission(game, state)
    if found is None:
        return _("No mission is being carried out.")
    said = [_("{kind} mission: {words}").format(kind=kind(found.colour), words=found.words)]
    for step in steps_said(game, state):
        how = _("next") if step.present else _("done") if step.done else _("to come")
        if step.times > 1 and step.present:
            how = _("next, {through} of {count} done").format(through=step.through, count=step.times)
        said.append(_("{words}: {how}.").format(words=step.words[0].upper() + step.words[1:], how=how))
    return " ".join(said)


def kind(colour: str) -> str:
    """Return what missions of a colour are called: `Yellow, fight`."""
    return f"{_(colour).capitalize()} ({_(KINDS[colour])})"
