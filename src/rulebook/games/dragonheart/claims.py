"""What the chapters claim of Dragonheart, checked on the cards that lie on the board before and after each ply."""

from __future__ import annotations

from rulebook.claims import Course, sampled
from rulebook.games.dragonheart.actions import Pass, Play
from rulebook.games.dragonheart.cards import CARDS, Kind
from rulebook.games.dragonheart.state import Stage

GAMES = ("dragonheart", "dragonheart ships_turn=yes")
PLACES = {Kind.DWARF: 4, Kind.SHIP: 3, Kind.HUNTRESS: 3, Kind.KNIGHT: 2}
"""The frames of the places that have some, as the table of DH1.2 counts them."""


@sampled("dragonheart/dwarves", "DH5.1", "Nothing but a fourth dwarf collects dwarves", 500, GAMES)
def dwarves(course: Course) -> str | None:
    """Wherever cards come into a victory pile, look for dwarves among them and for the fourth dwarf."""
    before, after, action = course.before, course.after, course.action
    gained = [len(new) - len(old) for old, new in zip(before.won, after.won, strict=True)]
    if not any(gained):
        return None
    dwarves_won = [
        sum(CARDS[card].kind is Kind.DWARF for pile in state.won for card in pile) for state in (before, after)
    ]
    if dwarves_won[0] == dwarves_won[1]:
        return ""
    laid = action.cards if isinstance(action, Play) else ()
    fourth = len(before.board[Kind.DWARF]) + sum(CARDS[card].kind is Kind.DWARF for card in laid) == 4
    return "" if fourth else f"{action} has collected dwarves."


@sampled("dragonheart/frames", "DH4.3", "you can lay no more cards there than frames are free", 2000, GAMES)
def frames(course: Course) -> str | None:
    """Count what is laid on places with frames, and what was there before."""
    if not isinstance(course.action, Play):
        return None
    kind = CARDS[course.action.cards[0]].kind
    there, laid = len(course.before.board[kind]), len(course.action.cards)
    if kind in PLACES and there + laid > PLACES[kind]:
        return f"{laid} are laid on {there}, and the place has {PLACES[kind]} frames."
    return ""


@sampled("dragonheart/no-passing", "DH4.2", "there is no passing", 2000, GAMES)
def no_passing(course: Course) -> str | None:
    """At the beginning of each turn, look for a card that can be laid, and for a pass that is allowed."""
    state, game = course.after, course.game
    if state.stage is not Stage.PLAY:
        return None
    kinds = {CARDS[card].kind for card in state.hands[state.turn]}
    if not any(kind not in PLACES or len(state.board[kind]) < PLACES[kind] for kind in kinds):
        return "no card of the hand can be laid."
    return "" if game.objection(state, Pass()) else "passing is allowed."
