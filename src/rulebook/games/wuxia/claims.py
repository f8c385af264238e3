"""What the chapters claim of Wu-xia: of zones and layouts by going through all of them, of battles by watching play.

Zones, turned and mirrored schemas and what a cell looks like are worked out anew here, from the words of the rules; the
deck is read as the file that it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

from rulebook.claims import HOLDS, Course, Look, exhaustive, sampled
from rulebook.game import CHANCE
from rulebook.games.wuxia.actions import Choose, Cost, Lose, Zone
from rulebook.games.wuxia.cards import NO_CARD, STAGE, SUMMON
from rulebook.games.wuxia.engine import Wuxia
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, SQUARE, TURNED, Stage, State
from rulebook.games.wuxia.zones import SIGNS, code

GAMES = ("wuxia", "wuxia players=3 scenario=ponds", "wuxia players=4 scenario=open")
SIDE = 6
"""The stage has six rows of six (WX1.1)."""
MOST_CHI = 15
JADE = 0
EMPTY, OWN, ENEMY = tuple(SIGNS)


def cells_at(number: int) -> list[int]:
    """Return the cells that meet at a corner; corners are numbered from 1 along the rows, seven to a row (WX1.5)."""
    row, column = divmod(number - 1, SIDE + 1)
    around = product((row - 1, row), (column - 1, column))
    return [SIDE * y + x for y, x in around if 0 <= y < SIDE and 0 <= x < SIDE]


def seems(thing: int, seat: int) -> str:
    """Return what a cell with a thing on it looks like to a seat (WX3.7)."""
    if thing in (FREE, SQUARE):
        return EMPTY
    return OWN if thing == seat + 1 else ENEMY


@cache
def quan_cards() -> dict[str, Any]:
    """Return the cards of the book by name, as its file has them."""
    return tomllib.loads(files(__package__).joinpath("deck.toml").read_text("utf-8"))


def turned_and_mirrored(signs: str) -> set[str]:
    """Return every picture that a schema of four signs can be turned or mirrored into (WX3.6)."""
    a, b, c, d = tuple(signs)
    turned = {a + b + c + d, c + a + d + b, d + c + b + a, b + d + a + c}
    return turned | {picture[1] + picture[0] + picture[3] + picture[2] for picture in turned}


@exhaustive("wuxia/zone-49", "WX1.2", "zone 49, which is no more than f6", 49, "zones")
def zone_49() -> Iterator[Look]:
    """Look at each zone: it has the cells that meet at its corner, and the last one has the last cell alone."""
    game = Wuxia()
    for number, inside in enumerate(STAGE.inside, 1):
        mine = cells_at(number)
        if sorted(inside) == mine and (number != 49 or mine == [SIDE**2 - 1]):
            yield HOLDS
        else:
            cells = tuple(JADE + 1 if cell in inside else FREE for cell in range(SIDE**2))
            names = ", ".join(STAGE.names[cell] for cell in inside)
            yield Look(f"zone {number} has {names}.", game, game.initial_state()._replace(cells=cells))


@exhaustive("wuxia/corner", "WX3.7", "the stage has no more than the cell f6", 16, "contents and surroundings of f6")
def corner() -> Iterator[Look]:
    """Let f6 hold each thing in turn, the rest of the stage empty or full, and see which card fits zone 49."""
    game = Wuxia(players=4)
    fits = {FREE: "Summon", SQUARE: "Summon", JADE + 1: "Lone Crane"}
    start = game.initial_state()
    for rest, thing in product((FREE, JADE + 2), (FREE, 1, 2, 3, 4, ROUND, TURNED, SQUARE)):
        state = start._replace(
            stage=Stage.ZONE, player=JADE, turn=JADE, cells=(*(rest,) * (SIDE**2 - 1), thing), added=start.deck, deck=()
        )
        chosen = Zone(49) in game.legal_actions(state)
        zone = state._replace(stage=Stage.CARD, zone=48)
        cards = [action.card for action in game.legal_actions(zone) if isinstance(action, Choose)] if chosen else []
        right = [fits[thing]] if thing in fits else []
        yield HOLDS if cards == right else Look(f"{', '.join(cards) or 'no card'} fits zone 49.", game, state)


@exhaustive("wuxia/one-card", "WX3.6", "you never have to choose between cards", 81, "layouts")
def one_card() -> Iterator[Look]:
    """Turn and mirror every card's schema, and look at which cards fit each layout; the stage must agree."""
    game = Wuxia()
    pictures = {
        name: turned_and_mirrored(card["schema"].replace("/", "").replace(" ", ""))
        for name, card in quan_cards().items()
    }
    names = list(pictures)
    for signs in map("".join, product(SIGNS, repeat=4)):
        fitting = [name for name in names if signs in pictures[name]]
        found = game.cards.fitting[code(tuple(map(SIGNS.index, signs)))]
        if len(fitting) <= 1 and fitting == ([] if found == NO_CARD else [names[found]]):
            yield HOLDS
        else:
            cells = [FREE] * SIDE**2
            for cell, sign in zip(cells_at(17), signs, strict=True):
                cells[cell] = {EMPTY: FREE, OWN: JADE + 1, ENEMY: JADE + 2}[sign]
            state = game.initial_state()._replace(cells=tuple(cells))
            yield Look(f"{' and '.join(fitting) or 'no card'} fits {signs[:2]} / {signs[2:]}.", game, state)


@exhaustive("wuxia/chi", "WX1.4", "Chi never goes above 15", 16 * 17 * 6, "changes of Chi")
def chi() -> Iterator[Look]:
    """Let every level of Chi change in every way there is: by each face of each card, and by each loss of a fighter."""
    game = Wuxia()
    changes: tuple[tuple[State, Cost | Lose], ...] = (*_costs(game), *_losses(game))
    for before, action in changes:
        after = game.apply(before, action)
        most = max(after.chi)
        yield Look(f"Chi is {most}.", game, after, action) if most > MOST_CHI else HOLDS


@exhaustive("wuxia/chi-gains", "WX3.9", "It never rises above 15", 16 * 16 * 6, "costs")
def chi_gains() -> Iterator[Look]:
    """Let every level of Chi change by each face of each card, and add anew what the deck's file says."""
    game = Wuxia()
    for before, action in _costs(game):
        after = game.apply(before, action)
        change = list(quan_cards().values())[before.card]["cost"][action.face - 1]
        had, has = before.chi[JADE], after.chi[JADE]
        right = max(0, min(MOST_CHI, had + change))
        yield HOLDS if has == right else Look(f"{had} Chi and {change:+d} make {has}.", game, after, action)


def _costs(game: Wuxia) -> Iterator[tuple[State, Cost]]:
    """Yield every moment at which Jade takes a die for the cost, with 0 to 15 Chi."""
    start = game.initial_state()._replace(stage=Stage.COST, player=JADE, turn=JADE, zone=0)
    for level, card, face in product(range(MOST_CHI + 1), range(len(quan_cards())), range(1, 7)):
        yield start._replace(chi=(level, 9), card=card, dice=(face, face)), Cost(face)


def _losses(game: Wuxia) -> Iterator[tuple[State, Lose]]:
    """Yield every moment at which Jade is exhausted, has lost 0 to 5 fighters, and gives up one in reserve."""
    start = game.initial_state()._replace(stage=Stage.LOSE, player=JADE, turn=JADE, exhausted=True)
    for level, lost in product(range(MOST_CHI + 1), range(6)):
        yield start._replace(chi=(level, 9), lost=(lost, 0), reserve=(6 - lost, 6)), Lose()


@sampled("wuxia/summon-yours", "WX1.8", "One card is always yours", 300, GAMES)
def summon_yours(course: Course) -> str | None:
    """Wherever a zone is chosen, look for the empty ones that no flag of another closes: each can be chosen."""
    state = course.after
    if state.stage is not Stage.ZONE:
        return None
    offered = course.game.legal_actions(state)
    for number in range(1, (SIDE + 1) ** 2 + 1):
        cells = cells_at(number)
        closed = any(state.flags[cell] not in (NOBODY, state.turn) for cell in cells)
        empty = all(seems(state.cells[cell], state.turn) == EMPTY for cell in cells)
        if empty and not closed and Zone(number) not in offered:
            return f"zone {number} is empty, and Summon cannot be used there."
    return ""


@sampled("wuxia/summon-kept", "WX1.8", "it is never discarded", 2000, GAMES)
def summon_kept(course: Course) -> str | None:
    """After each decision, look for Summon among the discards and wherever else a card can lie."""
    state = course.after
    if course.before.player == CHANCE:
        return None
    lying = (*state.discards, *state.aside, *state.added, *state.pool, *state.deck, *sum(state.hands, ()))
    return "Summon lies among the other cards." if SUMMON in lying else ""


@sampled("wuxia/fighters", "WX5.2", "there are never more fighters in the battle than before", 2000, GAMES)
def fighters(course: Course) -> str | None:
    """Count everybody's fighters on the stage and in reserve before and after each decision."""
    if course.before.player == CHANCE:
        return None
    for seat in range(course.game.num_players):
        old, new = (_fighters(state, seat) for state in (course.before, course.after))
        if new > old:
            return f"{course.game.seats[seat]} had {old} fighters and has {new}."
    return ""


def _fighters(state: State, seat: int) -> int:
    return state.reserve[seat] + state.cells.count(seat + 1)


@sampled("wuxia/ponds", "WX1.6", "nothing can enter a cell with a square token", 200, GAMES[1:2])
def ponds(course: Course) -> str | None:
    """Wherever something happens on the stage, look at the cells that held square tokens."""
    before, after = course.before, course.after
    if before.cells == after.cells:
        return None
    entered = [
        STAGE.names[cell] for cell, thing in enumerate(before.cells) if thing == SQUARE and after.cells[cell] != SQUARE
    ]
    return f"{', '.join(entered)} held a square token." if entered else ""
