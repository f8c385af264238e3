"""What the chapters claim of Gong: of its pack and its missions by going through all of them, of Link by watching play.

Cards are compared by what is printed on them, a galaxy and a number, never by the tables of what fits.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from rulebook.claims import HOLDS, Course, Look, exhaustive, sampled
from rulebook.games.gong.actions import Ask, Play
from rulebook.games.gong.cards import GALAXIES, JOKER, NAMES, SIZE, pack
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.missions import BOOK, missions, read
from rulebook.games.gong.state import Duty, Stage, State

LINK = ("gong variant=link", "gong variant=link players=4", "gong variant=link players=6")
CROWD = ("gong variant=link players=6 jokers=no",)
"""The deal uses up all cards, so that there is often nothing to draw (GO2.5)."""
PLAYERS = ("random",)
"""Games of random players are many in a few seconds, and come to a single card as often."""
PAUSE = (Stage.GONG, Stage.CATCH, Stage.PENALTY)
TURN = (Stage.TURN, Stage.COUNTER, Stage.DRAW, Stage.FITS)


@exhaustive("gong/thirteen", "GO4.2", "always 13, for each of the 54", 54, "cards")
def thirteen() -> Iterator[Look]:
    """Lay each card on the row, give all the others to one player, and count what can be played."""
    game = Gong(variant="link", players=2)
    printed = [name.split() for name in NAMES[:JOKER]]
    for top, (galaxy, number) in enumerate(printed):
        alike = {
            card for card, (other, digit) in enumerate(printed) if card != top and (other == galaxy or digit == number)
        }
        rest = tuple(card for card in pack(jokers=True) if card != top)
        state = game.initial_state()._replace(
            stage=Stage.TURN, player=0, turn=0, hands=(rest, ()), deck=(), row=(top,), duty=(Duty.NONE, Duty.NONE)
        )
        played = {action.card for action in game.legal_actions(state) if isinstance(action, Play)}
        wrong = f"{len(alike)} cards are like {NAMES[top]}, and {len(played)} can be played on it."
        yield HOLDS if played == alike and len(alike) == 13 else Look(wrong, game, state)


@sampled("gong/not-all-pass", "GO4.5", "It cannot happen to all players one after another", 100, CROWD, PLAYERS)
def not_all_pass(course: Course) -> str | None:
    """Wherever a turn begins and nothing can be drawn, look through all hands for a card that fits the top one."""
    state = course.after
    if state.stage is not Stage.TURN or state.deck or len(state.row) != 1:
        return None
    galaxy, number = NAMES[state.row[0]].split()
    held = [NAMES[card].split() for hand in state.hands for card in hand if card != JOKER]
    fitting = sum(other == galaxy or digit == number for other, digit in held)
    return "" if fitting == 13 else f"{fitting} cards in hands fit the top one."


@sampled("gong/duty", "GO4.9", "with exactly one card when the pause before did not", 1000, LINK, PLAYERS)
def duty(course: Course) -> str | None:
    """At the beginning of each pause with a question, say from the hands alone who is in it for the first time."""
    after = course.after
    if after.stage not in PAUSE or course.before.stage in PAUSE:
        return None
    begun = _turn_began(course.states)
    for seat, hand in enumerate(after.hands):
        newly = len(hand) == 1 and (seat == after.turn or len(begun.hands[seat]) != 1)
        if newly != (after.duty[seat] is Duty.NEW):
            return f"{course.game.seats[seat]} holds {len(hand)}, held {len(begun.hands[seat])} before this turn."
    return ""


def _turn_began(states: list[State]) -> State:
    """Return the state at the beginning of the turn after which the last state stands in a pause."""
    at = len(states) - 2
    while at and states[at - 1].stage in TURN and states[at - 1].turn == states[at].turn:
        at -= 1
    return states[at]


@exhaustive("gong/asks", "GO5.2", "It is never more than 45(*n* − 1)", 5 * 5004, "tables and kinds of hands")
def asks() -> Iterator[Look]:
    """Count the asks for every number of players and every way of holding so many cards of so many galaxies."""
    for players in range(2, 7):
        game = Gong(variant="family", players=players)
        bare = game.initial_state()._replace(stage=Stage.TURN, player=0, turn=0, deck=())
        for held in combinations_with_replacement(range(SIZE + 1), len(GALAXIES)):
            if not any(held):
                continue
            hand = tuple(galaxy * SIZE + at for galaxy, number in enumerate(held) for at in range(number))
            state = bare._replace(hands=(hand, *((),) * (players - 1)))
            open_asks = sum(isinstance(action, Ask) for action in game.legal_actions(state))
            counted = (players - 1) * (6 * sum(map(bool, held)) - sum(held))
            wrong = f"{open_asks} asks are open; by the formula it is {counted}, at most {45 * (players - 1)}."
            yield HOLDS if open_asks == counted <= 45 * (players - 1) else Look(wrong, game, state)


@exhaustive(
    "gong/mission-size",
    "GO6.6",
    "one to six steps, and its words at most 80 characters",
    13 * 161,
    "missions of up to 12 steps and 160 characters",
)
def mission_size() -> Iterator[Look]:
    """Write missions of 0 to 12 steps with 0 to 160 characters, and see which are taken."""
    for steps, letters in product(range(13), range(161)):
        fits = 1 <= steps <= 6 and 1 <= letters <= 80
        taken = _taken(_file("feast", "x" * letters, ["you lay 1"] * steps))
        wrong = f"a mission of {steps} steps with {letters} characters is {'taken' if taken else 'refused'}."
        yield HOLDS if taken == fits else Look(wrong)


@exhaustive(
    "gong/mission-names",
    "GO6.6",
    "20 at most, and no two missions have the same one",
    40 + 2 * 95 + 216,
    "lengths, signs and doubles",
)
def mission_names() -> Iterator[Look]:
    """Name a mission by 1 to 40 letters, by each sign of a keyboard, and like each mission of another colour."""
    signs = list(map(chr, range(32, 127)))
    tries = [("a" * length, length <= 20) for length in range(1, 41)]
    tries += [(sign, sign in string.ascii_lowercase) for sign in signs]
    tries += [(f"a{sign}", sign in f"{string.ascii_lowercase}-") for sign in signs]
    for name, right in tries:
        yield _named(name, _taken(_file(name, "Lay down a card.", ["you lay 1"])), right)
    book = missions(BOOK)
    for colour, group in book.items():
        others = [each.key for other, missions_of in book.items() if other != colour for each in missions_of]
        for each, name in product(group, others):
            yield _named(name, _taken(_renamed(colour, each.key, name)), False)


def _named(name: str, taken: bool, right: bool) -> Look:
    return HOLDS if taken == right else Look(f"'{name}' is {'taken' if taken else 'refused'} for a name.")


def _file(name: str, words: str, steps: list[str]) -> str:
    """Return a file of missions, the one to be tried among them."""
    others = [f'[{colour}.other-{colour}]\nwords = "Draw."\nsteps = ["you draw 1"]' for colour in ("red", "yellow")]
    return "\n".join(
        [f"[blue.{json.dumps(name)}]", f"words = {json.dumps(words)}", f"steps = {json.dumps(steps)}", *others]
    )


def _renamed(colour: str, old: str, new: str) -> str:
    """Return the missions of the book as a file, with one of them under another name."""
    lines = []
    for kind, group in missions(BOOK).items():
        for each in group:
            name = new if (kind, each.key) == (colour, old) else each.key
            steps = json.dumps([str(step) for step in each.steps])
            lines.append(f"[{kind}.{name}]\nwords = {json.dumps(each.words)}\nsteps = {steps}")
    return "\n".join(lines)


def _taken(text: str) -> bool:
    """Tell whether a file of missions is taken."""
    try:
        read(text, "tried.toml")
    except ValueError:
        return False
    return True
