"""What exercises of Wu-xia can ask: goals on a line of play, and questions with a number for an answer.

The *mover* is the player who decides in the first state of a line. What the others may do after the last ply does not
count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebook.game import TERMINAL, Addend
from rulebook.games.wuxia.actions import SEATS, Cost, Lose
from rulebook.games.wuxia.cards import FACES, NO_CARD, STAGE, SUMMON, Verb
from rulebook.games.wuxia.engine import FIGHTERS, Wuxia
from rulebook.games.wuxia.matching import fits, layout
from rulebook.games.wuxia.results import guards
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, Cards, Stage, State
from rulebook.games.wuxia.zones import EMPTY, ENEMY, OUTSIDE, digits, images
from rulebook.words import _

# Goals


def together(game: Wuxia, line: Sequence[State], **goals: dict[str, object]) -> bool:
    """Tell whether several goals are reached, each given by its name with its parameters."""
    return all(GOALS[goal](game, line, **parameters) for goal, parameters in goals.items())


def wins(game: Wuxia, line: Sequence[State]) -> bool:
    """Tell whether the battle is over and the mover has won."""
    return line[-1].player == TERMINAL and line[-1].winner == line[0].player


def covers(game: Wuxia, line: Sequence[State], cells: list[str]) -> bool:
    """Tell whether a zone has been chosen that has just these cells."""
    zone = _chosen(line)
    return zone != NOBODY and sorted(cells) == sorted(STAGE.names[cell] for cell in STAGE.inside[zone])


def overhangs(game: Wuxia, line: Sequence[State]) -> bool:
    """Tell whether a zone has been chosen that hangs over the edge of the stage."""
    zone = _chosen(line)
    return zone != NOBODY and OUTSIDE in STAGE.zones[zone]


def takes(game: Wuxia, line: Sequence[State], card: str) -> bool:
    """Tell whether a zone has been chosen that the card fits."""
    return _taken(game, line) == game.cards.card(card)


def takes_from(game: Wuxia, line: Sequence[State], whose: str) -> bool:
    """Tell whether a zone has been chosen that fits a card laid in the pool: by the mover, by another, by anybody.

    `whose` is `own`, `other` or `any`.
    """
    first, card = line[0], _taken(game, line)
    owners = [seat for seat, laid in enumerate(first.pool) if laid == card != NO_CARD]
    return any(whose == "any" or (seat == first.player) == (whose == "own") for seat in owners)


def opens(game: Wuxia, line: Sequence[State], stage: str) -> bool:
    """Tell whether a card has become available that fits a zone which the mover may choose.

    `stage` says where the card comes from: `pool` for one laid there, `add` for one added from the hand.
    """
    first, last, mover = line[0], line[-1], line[0].player
    if first.stage.name.lower() != stage:
        return False
    new = tuple(set(game.available(last)) - set(game.available(first)))
    return bool(_zones(game, last, mover, new))


def private(game: Wuxia, line: Sequence[State]) -> bool:
    """Tell whether the card that the mover has laid in the pool fits a zone of the mover's, and none of any other."""
    last, mover = line[-1], line[0].player
    card = last.pool[mover]
    if card in (NO_CARD, line[0].pool[mover]):
        return False
    return all(bool(_zones(game, last, seat, (card,))) == (seat == mover) for seat in range(game.players))


def stands(game: Wuxia, line: Sequence[State]) -> bool:
    """Tell whether a die has been taken for the cost and the mover is not exhausted by it."""
    return line[-1].spent > 0 and not line[-1].exhausted


def does(game: Wuxia, line: Sequence[State], verb: str, least: int = 1) -> bool:
    """Tell whether a die has been taken whose result is of this kind, with at least so many pieces."""
    last = line[-1]
    return last.stage is Stage.TARGET and last.verb is not None and last.verb.label == verb and last.left >= least


def thrifty(game: Wuxia, line: Sequence[State], verb: str) -> bool:
    """Tell whether the dice do what is asked, and nothing that does it would leave the mover more Chi."""
    first, last, mover = line[0], line[-1], line[0].player
    if first.stage is not Stage.COST or not does(game, line, verb):
        return False
    left = [
        end.chi[mover]
        for cost in game.legal_actions(first)
        for result in game.legal_actions(game.apply(first, cost))
        if does(game, [first, end := game.apply(game.apply(first, cost), result)], verb)
    ]
    return last.chi[mover] == max(left)


def beside(game: Wuxia, line: Sequence[State], cell: str, count: int) -> bool:
    """Tell whether so many fighters of the mover stand beside the cell."""
    return guards(line[-1].cells, STAGE.names.index(cell), line[0].player) == count


def readies(game: Wuxia, line: Sequence[State], card: str = "") -> bool:
    """Tell whether the card fits a zone that the mover may choose, and fitted none before.

    Without `card` any card of the pool will do, as long as none of them fitted before.
    """
    first, last, mover = line[0], line[-1], line[0].player
    if first.stage is not Stage.TARGET:
        return False
    cards = (game.cards.card(card),) if card else tuple(laid for laid in first.pool if laid != NO_CARD)
    return bool(_zones(game, last, mover, cards)) and not _zones(game, first, mover, cards)


def disarms(game: Wuxia, line: Sequence[State], card: str = "") -> bool:
    """Tell whether the card fits no zone that the next player may choose, though it did before.

    Without `card` none of those that lie in the pool may.
    """
    first, last = line[0], line[-1]
    if first.stage is not Stage.TARGET:
        return False
    other = (first.turn + 1) % game.players
    cards = (game.cards.card(card),) if card else tuple(laid for laid in first.pool if laid != NO_CARD)
    return bool(_zones(game, first, other, cards)) and not _zones(game, last, other, cards)


def banishes(game: Wuxia, line: Sequence[State], at: str = "") -> bool:
    """Tell whether an enemy fighter has left the reach, that on the cell `at` if one is named."""
    first, last = line[0], line[-1]
    if first.verb is not Verb.PUSH:
        return False
    outside = [cell for cell in range(STAGE.size) if cell not in STAGE.reach[first.zone]]
    come = [cell for cell in outside if first.cells[cell] == FREE < last.cells[cell] < ROUND]
    return bool(come) and (not at or last.cells[STAGE.names.index(at)] == FREE)


def uncovers(game: Wuxia, line: Sequence[State]) -> bool:
    """Tell whether another player's flag has come off."""
    mover = line[0].player
    return any(
        was not in (NOBODY, mover) and now == NOBODY for was, now in zip(line[0].flags, line[-1].flags, strict=True)
    )


def keeps_flags(game: Wuxia, line: Sequence[State]) -> bool:
    """Tell whether the mover has moved a fighter, and every flag of the mover's still stands."""
    first, last, mover = line[0], line[-1], line[0].player
    return first.cells != last.cells and all(
        last.flags[cell] == mover for cell, seat in enumerate(first.flags) if seat == mover
    )


def _chosen(line: Sequence[State]) -> int:
    """Return the zone that the mover has just chosen, or `NOBODY`."""
    return line[-1].zone if line[0].stage is Stage.ZONE and line[-1].stage is Stage.CARD else NOBODY


def _taken(game: Wuxia, line: Sequence[State]) -> int:
    """Return the card that fits the zone just chosen, or `NO_CARD`."""
    zone = _chosen(line)
    if zone == NOBODY:
        return NO_CARD
    return game.cards.fitting[layout(line[0].cells, line[0].player, zone)]


def _zones(game: Wuxia, state: State, seat: int, cards: Cards) -> list[int]:
    """Return the zones that a seat may choose with one of the cards."""
    return [zone for zone, _card in fits(game.cards, state.cells, state.flags, seat, cards)]


GOALS: dict[str, Callable[..., bool]] = {
    goal.__name__: goal
    for goal in (
        together, wins, covers, overhangs, takes, takes_from, opens, private, stands, does, thrifty, beside, readies,
        disarms, banishes, uncovers, keeps_flags,
    )
}  # fmt: skip


# Questions


def barred(game: Wuxia, state: State) -> int:
    """Return how many zones the player on turn may not choose because only fighters of others stand there."""
    if state.stage is not Stage.ZONE:
        return 0
    found = 0
    for inside in STAGE.inside:
        fighters = {state.cells[cell] for cell in inside if FREE < state.cells[cell] < ROUND}
        found += bool(fighters) and state.turn + 1 not in fighters
    return found


def fitted(game: Wuxia, state: State) -> int:
    """Return how many zones the player on turn may choose with the card that it has laid in the pool."""
    card = state.pool[state.turn]
    return len(_zones(game, state, state.turn, (card,))) if state.stage is Stage.ZONE and card != NO_CARD else 0


def usable(game: Wuxia, state: State) -> int:
    """Return how many of the cards available fit at least one zone that may be chosen."""
    if state.stage is not Stage.ZONE:
        return 0
    return len({card for _zone, card in _fitting(game, state)})


def strikes(game: Wuxia, state: State) -> int:
    """Return how many zones can be chosen with another card than Summon."""
    return sum(card != SUMMON for _zone, card in _fitting(game, state)) if state.stage is Stage.ZONE else 0


def pictures(game: Wuxia, state: State) -> int:
    """Return into how many different pictures the schema of the card chosen can be turned; 0 for Summon."""
    return len(images(game.cards.cards[state.card].schema)) if state.card > SUMMON else 0


def enemies(game: Wuxia, state: State) -> int:
    """Return how many cells of the zone count as an enemy for the schema."""
    if state.zone == NOBODY:
        return 0
    return digits(layout(state.cells, state.turn, state.zone)).count(ENEMY)


def empties(game: Wuxia, state: State) -> int:
    """Return how many of the four cells of the zone count as empty for the schema, outside the stage included."""
    if state.stage is not Stage.CARD:
        return 0
    return digits(layout(state.cells, state.turn, state.zone)).count(EMPTY)


def widest(game: Wuxia, state: State) -> int:
    """Return among how many cards there would be to choose if all Dan were spent on hand cards; 0 without Dan."""
    if not state.dan[state.turn]:
        return 0
    return sum(line.value for line in _by_source(game, state))


def tiring(game: Wuxia, state: State) -> int:
    """Return how many of the six faces would exhaust the player on turn, taken for the cost of the card chosen."""
    if state.stage is not Stage.COST or state.card == SUMMON:
        return 0
    return sum(game.apply(_with(state, face), Cost(face)).exhausted for face in range(1, FACES + 1))


def lean(game: Wuxia, state: State) -> int:
    """Return how much Chi is left when the lowest die has been taken for the cost."""
    return _paid(game, state).chi[state.turn] if state.stage is Stage.COST else 0


def given_up(game: Wuxia, state: State) -> int:
    """Return how many fighters the lowest die costs the player on turn by exhaustion, if taken for the cost."""
    return int(_paid(game, state).exhausted) if state.stage is Stage.COST else 0


def recovered(game: Wuxia, state: State) -> int:
    """Return how much Chi the exhausted player has after giving up a fighter."""
    if state.stage is not Stage.LOSE:
        return 0
    action = game.legal_actions(state)[0]
    assert isinstance(action, Lose)
    return game.apply(state, action).chi[state.turn]


def reach(game: Wuxia, state: State) -> int:
    """Return how many cells the reach of the zone has."""
    return len(STAGE.reach[state.zone]) if state.stage in (Stage.CARD, Stage.COST) else 0


def ways(game: Wuxia, state: State) -> int:
    """Return in how many ways the result can be done with the next piece."""
    return len(game.legal_actions(state)) if state.stage is Stage.TARGET else 0


def shut(game: Wuxia, state: State) -> int:
    """Return how many zones the flags of others close to the player on turn."""
    if state.stage is not Stage.ZONE:
        return 0
    return sum(any(state.flags[cell] not in (NOBODY, state.turn) for cell in inside) for inside in STAGE.inside)


def falling(game: Wuxia, state: State) -> int:
    """Return how many flags come off at most by what is done with the next piece."""
    if state.stage is not Stage.TARGET:
        return 0
    return max(
        sum(was != NOBODY and now == NOBODY for was, now in zip(state.flags, end.flags, strict=True))
        for end in (game.apply(state, action) for action in game.legal_actions(state))
    )


def others(game: Wuxia, state: State) -> int:
    """Return how many turns the others have before the player on turn has the next one."""
    return sum(lost < FIGHTERS for lost in state.lost) - 1


def exhausts(game: Wuxia, state: State) -> int:
    """Return how many fighters the mover loses in this turn, taking the only dice and targets that there are."""
    mover, before = state.turn, state.lost[state.turn]
    while state.stage in (Stage.RESULT, Stage.TARGET, Stage.LOSE) and state.turn == mover:
        state = game.apply(state, game.legal_actions(state)[0])
    return state.lost[mover] - before


def _fitting(game: Wuxia, state: State) -> list[tuple[int, int]]:
    return fits(game.cards, state.cells, state.flags, state.turn, game.available(state))


def _with(state: State, face: int) -> State:
    """Return the state with one more die."""
    return state._replace(dice=tuple(sorted((*state.dice, face))))


def _paid(game: Wuxia, state: State) -> State:
    return game.apply(state, Cost(min(state.dice)))


QUESTIONS: dict[str, Callable[[Wuxia, State], int]] = {
    question.__name__: question
    for question in (
        barred, fitted, usable, strikes, pictures, enemies, empties, widest, tiring, lean, given_up, recovered, reach,
        ways, shut, falling, others, exhausts,
    )
}  # fmt: skip


# Sums


def _by_card(game: Wuxia, state: State) -> tuple[Addend, ...]:
    """Return the zones that can be chosen with another card than Summon, a line a card."""
    if state.stage is not Stage.ZONE:
        return ()
    found = _fitting(game, state)
    lines = []
    for card in dict.fromkeys(card for _zone, card in found if card != SUMMON):
        zones = [f"zone {zone + 1}" for zone, fitting in found if fitting == card]
        facts = (("card", game.cards.cards[card].name), ("count", len(zones)))
        lines.append(
            Addend("WX3.6", _("the number of zones that {card} fits: {count}"), facts, tuple(zones), len(zones))
        )
    return tuple(lines)


def _by_ring(game: Wuxia, state: State) -> tuple[Addend, ...]:
    """Return the reach of the zone: its own cells, and those beside them."""
    if state.stage not in (Stage.CARD, Stage.COST):
        return ()
    inside = [STAGE.names[cell] for cell in STAGE.inside[state.zone]]
    around = [name for name in (STAGE.names[cell] for cell in STAGE.reach[state.zone]) if name not in inside]
    said = (_("the number of cells in the zone itself: {count}"), _("the number of cells beside it: {count}"))
    return tuple(
        Addend("WX3.10", words, (("count", len(names)),), tuple(names), len(names))
        for words, names in zip(said, (inside, around), strict=True)
    )


def _by_source(game: Wuxia, state: State) -> tuple[Addend, ...]:
    """Return the cards that could be chosen: Summon, the pool's, and those of the hand that there is Dan for."""
    if state.stage is not Stage.ADD:
        return ()
    seat = state.turn
    parts = (
        (_("Summon, which is one card"), 1),
        (_("the number of cards in the pool: {count}"), sum(card != NO_CARD for card in state.pool)),
        (_("the number of cards of the hand that can be added: {count}"), min(state.dan[seat], len(state.hands[seat]))),
    )
    return tuple(Addend("WX3.3", said, (("count", count),), (SEATS[seat],), count) for said, count in parts)


SUMS: dict[str, Callable[[Wuxia, State], tuple[Addend, ...]]] = {
    "strikes": _by_card, "reach": _by_ring, "widest": _by_source
}  # fmt: skip
"""Questions for which a reader adds up lines, for hints."""
