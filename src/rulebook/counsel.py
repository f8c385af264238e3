"""What the coach says, in words: its advice before a ply, and its review of one, as a page or a terminal shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulebook.coach import Advice, Judged, Review
from rulebook.game import AnyGame, Place, Remark
from rulebook.words import _

COSTS = ((5, _("a little")), (15, _("some")), (100, _("much")))
"""Up to how many chances in 100 to win a loss is called how."""


@dataclass(frozen=True, slots=True)
class Counsel:
    """What the coach says: what to do or how it was, why, what is as good, and what was given away."""

    words: str
    reason: Remark
    also: str = ""
    """What is as good, in a sentence, or `""`."""
    cost: str = ""
    """What was given away, in a sentence, or `""`."""
    action: Any = None
    """The action that is advised, or was better; `None` where nothing was better."""
    places: tuple[Place, ...] = ()
    """The places of that action and of the reason."""


def of_advice(game: AnyGame, state: Any, advice: Advice) -> Counsel:
    """Return the coach's advice in `state` in words."""
    action = advice.best.action
    words = _("The coach would choose: {action}.").format(action=_named(game, state, action))
    also = _("Equally good: {actions}.").format(actions=_listed(game, state, advice.ties)) if advice.ties else ""
    return Counsel(words, advice.reason.remark, also, "", action, _places(game, action, advice.reason.remark))


def of_review(game: AnyGame, state: Any, review: Review) -> Counsel:
    """Return in words what the coach says of an action that was done in `state`."""
    done, advice, reason = review.done.action, review.advice, review.reason.remark
    named = _named(game, state, done)
    if review.better is not None:
        better = review.better.action
        words = _("{better}: that was better than {done}.").format(better=_named(game, state, better), done=named)
        return Counsel(words, reason, "", _cost(review.cost(game)), better, _places(game, better, reason))
    if len(advice.actions) == 1 and advice.best.action == done:
        return Counsel(_("{done}: nothing better was found.").format(done=named), reason)
    others = [judged for judged in (advice.best, *advice.ties) if judged.action != done]
    tied, unclear = _("{done}: as good as anything that was found."), _("{done}: nothing clearly better was found.")
    words = tied if done in advice.actions else unclear
    return Counsel(
        words.format(done=named), reason, _("Equally good: {actions}.").format(actions=_listed(game, state, others))
    )


def _cost(cost: int) -> str:
    """Return what was given away: the coach's estimate in a word and a number."""
    much = next(word for most, word in COSTS if cost <= most)
    words = _("By the coach's estimate that gave away {much} of the chance to win: about {number} in 100.")
    return words.format(much=much, number=cost)


def _named(game: AnyGame, state: Any, action: Any) -> str:
    return game.say(state, action).rstrip(".")


def _listed(game: AnyGame, state: Any, judged: list[Judged] | tuple[Judged, ...]) -> str:
    return "; ".join(_named(game, state, one.action) for one in judged)


def _places(game: AnyGame, action: Any, reason: Remark) -> tuple[Place, ...]:
    return tuple(dict.fromkeys((*game.places(action), *reason.places)))
