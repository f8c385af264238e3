"""The referee of Wu-xia: why an action is refused.

The referee reads the rules from the attempt's side and shares no list with the generators; a test holds the two
readings equal. All reasons are found, and the first is the one that a reader is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulebook.game import Objection, enforces, listed, refuse
from rulebook.games.wuxia import wording
from rulebook.games.wuxia.actions import (
    SEATS,
    Action,
    Add,
    Choose,
    Cost,
    Deal,
    Die,
    Flag,
    Lose,
    Lot,
    Move,
    Place,
    Pool,
    Push,
    Remove,
    Result,
    Roll,
    Topple,
    Word,
    Zone,
)
from rulebook.games.wuxia.cards import NO_CARD, STAGE, SUMMON, Verb
from rulebook.games.wuxia.state import CHANCES, FREE, NOBODY, ROUND, STONES, Stage, State
from rulebook.games.wuxia.zones import EMPTY, ENEMY, OUTSIDE, OWN, code, drawn, images
from rulebook.grids import Square
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.wuxia.engine import Wuxia

_DUE: dict[Stage, tuple[str, tuple[type, ...]]] = {
    Stage.POOL: ("WX3.1", (Pool,)),
    Stage.ROLL: ("WX3.2", (Roll,)),
    Stage.ADD: ("WX3.3", (Add,)),
    Stage.ZONE: ("WX3.4", (Zone,)),
    Stage.CARD: ("WX3.5", (Choose,)),
    Stage.COST: ("WX3.8", (Cost,)),
    Stage.RESULT: ("WX3.8", (Result,)),
    Stage.TARGET: ("WX3.11", (Place, Move, Push, Remove, Topple, Flag)),
    Stage.LOSE: ("WX3.12", (Lose,)),
}
"""By stage: the rule that asks for a decision, and the kinds of action that answer it."""
_RULES = {
    Verb.PLACE: "WX4.1",
    Verb.MOVE: "WX4.2",
    Verb.PUSH: "WX4.3",
    Verb.REMOVE: "WX4.4",
    Verb.TOPPLE: "WX4.5",
    Verb.BLOCK: "WX4.6",
}
_KINDS: dict[Verb, type] = {
    Verb.PLACE: Place,
    Verb.MOVE: Move,
    Verb.PUSH: Push,
    Verb.REMOVE: Remove,
    Verb.TOPPLE: Topple,
    Verb.BLOCK: Flag,
}


def objections(game: Wuxia, state: State, action: Action) -> Iterator[Objection]:
    """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
    stage = state.stage
    if stage is Stage.OVER:
        yield refuse("WX5.1", _("The battle is over."), _where(state, action), _("Start a new one, or step back."))
        return
    if stage in CHANCES:
        yield from _chance(game, state, action)
        return
    if outside := _outside(action):
        yield _off_stage(game, state, action, outside)
        return
    rule, kinds = _DUE[stage]
    if (action is Word.SKIP and stage is Stage.POOL) or (action is Word.DONE and stage is Stage.ADD):
        return
    if action is Word.PASS and stage is Stage.ZONE:
        yield from _pass(game, state)
        return
    if not isinstance(action, kinds):
        yield _not_now(game, state, action, rule)
        return
    match action:
        case Pool(name):
            yield from _pool(game, state, name)
        case Roll(dice):
            yield from _roll(game, state, dice)
        case Add(name):
            yield from _add(game, state, name)
        case Zone(number):
            yield from _zone(game, state, number - 1)
        case Choose(name):
            yield from _card(game, state, name)
        case Cost(face) | Result(face):
            yield from _die(game, state, action, face)
        case Lose(at):
            yield from _lose(game, state, at)
        case _:
            yield from _step(game, state, action)


def _no(game: Wuxia, state: State, rule: str, said: str, action: Action, **facts: str | int) -> Objection:
    """Refuse an action; what to do instead is the task of the moment."""
    return refuse(rule, said, _where(state, action), wording.task(game, state).words, **facts)


def _where(state: State, action: Action) -> tuple[str, ...]:
    return wording.places(action) or (SEATS[state.turn],)


@enforces("WX2.1", "WX3.2")
def _chance(game: Wuxia, state: State, action: Action) -> Iterator[Objection]:
    """What comes by chance is of the right kind, and is there to come."""
    kind, rule = {Stage.LOT: (Lot, "WX2.1"), Stage.DEAL: (Deal, "WX2.1"), Stage.DIE: (Die, "WX3.2")}[state.stage]
    if not isinstance(action, kind):
        yield _no(game, state, rule, _("Chance decides first."), action)
    elif isinstance(action, Lot) and action.seat >= game.players:
        said = _("{other} does not fight in this battle.")
        yield _no(game, state, rule, said, action, other=SEATS[action.seat])
    elif isinstance(action, Deal) and game.cards.card(action.card) not in state.deck:
        yield _no(game, state, rule, _("{card} is not in the deck."), action, card=action.card)


@enforces("WX3.1", "WX3.2", "WX3.3", "WX3.4", "WX3.5", "WX3.8", "WX3.9", "WX3.10", "WX3.11", "WX3.12")
def _not_now(game: Wuxia, state: State, action: Action, rule: str) -> Objection:
    """Something else is to be decided first, or has been decided already."""
    rule, said = _decided(state, action) or (rule, _first(state, action))
    if isinstance(action, Result) and state.stage is Stage.COST:
        rule = "WX3.9"
    if state.stage is Stage.TARGET and action in (Word.SKIP, Word.DONE):
        rule, said = "WX3.11", _("An action cannot be left out: it is done as far as number and position permit.")
    card = game.cards.cards[state.card].name if state.card != NO_CARD else ""
    return _no(game, state, rule, said, action, player=SEATS[state.turn], zone=state.zone + 1, card=card)


def _decided(state: State, action: Action) -> tuple[str, str] | None:
    """Return the rule and the words for what has been decided in this turn, or does not come up in it."""
    stage = state.stage
    match action:
        case Word.PASS:
            return "WX3.11", _("A turn passes only if no card fits any zone.")
        case Word() if stage is Stage.LOSE:
            return None
        case Lose() if not state.exhausted:
            return "WX3.12", _("{player} is not exhausted, and gives up no fighter.")
        case Pool() | Word.SKIP if stage > Stage.POOL:
            return "WX3.1", _("A card is laid in the pool before the roll; that moment is over.")
        case Roll() if stage > Stage.ROLL:
            return "WX3.2", _("The number of dice was settled before the roll.")
        case Die() if stage > Stage.DIE:
            return "WX3.2", _("The dice have been rolled already.")
        case Add() | Word.DONE if stage > Stage.ADD:
            return "WX3.3", _("Hand cards are added before the zone is chosen.")
        case Zone() if state.zone != NOBODY:
            return "WX3.4", _("The zone has been chosen already: it is zone {zone}.")
        case Choose() if state.card != NO_CARD:
            return "WX3.5", _("The card has been chosen already: it is {card}.")
        case Cost() if state.spent:
            return "WX3.9", _("The cost of {card} has been paid already.")
        case Result() if state.stage is Stage.TARGET:
            return "WX3.8", _("The die for the result has been taken already.")
        case Lot():
            return "WX2.1", _("Who begins has been settled.")
        case Deal():
            return "WX2.1", _("The cards have been dealt.")
    return None


def _first(state: State, action: Action) -> str:
    """Return what comes before an action that is tried too early, or too late."""
    if action is Word.DONE and state.stage is Stage.POOL:
        return _("To lay no card in the pool, write skip.")
    return {
        Stage.POOL: _("First a card is laid in the pool, or none."),
        Stage.ROLL: _("First the dice are rolled."),
        Stage.ADD: _("First it is settled whether hand cards are added."),
        Stage.ZONE: _("First the zone is chosen."),
        Stage.CARD: _("First the card for zone {zone} is chosen."),
        Stage.COST: _("The cost comes first, then the result."),
        Stage.RESULT: _("First a die is taken for the result."),
        Stage.TARGET: _("First the result of {card} is carried out."),
        Stage.LOSE: _("All that is left of {player}'s turn is to give up a fighter."),
    }[state.stage]


def _outside(action: Action) -> Square | None:
    """Return the first square of an action that is no cell of the stage, if there is one."""
    squares = [getattr(action, name, None) for name in ("at", "to")]
    return next((square for square in squares if square is not None and not STAGE.holds(square)), None)


@enforces("WX1.1", "WX3.10", "WX3.12", "WX4.8")
def _off_stage(game: Wuxia, state: State, action: Action, outside: Square) -> Objection:
    """Nothing is placed, moved or pushed outside the stage, and nothing stands there."""
    rule = "WX4.8" if isinstance(action, Place | Move | Push) else "WX3.10"
    if isinstance(action, Lose):
        rule = "WX3.12"
    said = _("{cell} lies outside the stage, whose cells go from {first} to {last}.")
    facts = {"cell": str(outside), "first": STAGE.names[0], "last": STAGE.names[-1]}
    return refuse(rule, said, [SEATS[state.turn]], wording.task(game, state).words, **facts)


# WX3.1 to WX3.3: before the strike


@enforces("WX3.1", "WX1.8")
def _pool(game: Wuxia, state: State, name: str) -> Iterator[Objection]:
    """A card of the own hand is laid in the pool, in place of the own one there."""
    card, seat = game.cards.card(name), state.turn
    if card in state.hands[seat]:
        return
    facts = {"player": SEATS[seat], "card": name}
    if card == SUMMON:
        said = _("Summon stays with {player}; it is never laid in the pool.")
        yield _no(game, state, "WX1.8", said, Pool(name), **facts)
    elif card in state.pool:
        owner = SEATS[state.pool.index(card)]
        said = _("{card} lies in the pool already, and only {owner} can take it back, by laying another.")
        yield _no(game, state, "WX3.1", said, Pool(name), owner=owner, **facts)
    else:
        yield _no(game, state, "WX3.1", _("{player} does not hold {card}."), Pool(name), **facts)


@enforces("WX3.2")
def _roll(game: Wuxia, state: State, dice: int) -> Iterator[Objection]:
    """Two dice are rolled, and one more for each Dan that is spent."""
    dan = state.dan[state.turn]
    if dice < 2:
        yield _no(game, state, "WX3.2", _("Two dice at least are rolled."), Roll(dice))
    elif dice - 2 > dan:
        said = _("{dice} dice need {needed} Dan, and {player} has {dan}.")
        facts: dict[str, str | int] = {"dice": dice, "needed": dice - 2, "player": SEATS[state.turn], "dan": dan}
        yield _no(game, state, "WX3.2", said, Roll(dice), **facts)


@enforces("WX3.3", "WX1.8")
def _add(game: Wuxia, state: State, name: str) -> Iterator[Objection]:
    """A card of the own hand is added for a Dan."""
    card, seat = game.cards.card(name), state.turn
    facts = {"player": SEATS[seat], "card": name}
    if card == SUMMON or card in state.pool or card in state.added:
        said = _("{card} can be chosen without being added.")
        yield _no(game, state, "WX3.3", said, Add(name), **facts)
    elif card not in state.hands[seat]:
        yield _no(game, state, "WX3.3", _("{player} does not hold {card}."), Add(name), **facts)
    elif state.dan[seat] == 0:
        yield _no(game, state, "WX3.3", _("Adding a card costs a Dan, and {player} has none."), Add(name), **facts)


# WX3.4 to WX3.8: zone, card, dice


def _seen(state: State, zone: int) -> tuple[int, ...]:
    """Return the four cells of a zone as the player on turn sees them, row by row (WX3.7)."""
    found = []
    for cell in STAGE.zones[zone]:
        thing = FREE if cell == OUTSIDE else state.cells[cell]
        if thing == state.turn + 1:
            found.append(OWN)
        elif thing in STONES or FREE < thing < ROUND:
            found.append(ENEMY)
        else:
            found.append(EMPTY)
    return tuple(found)


@enforces("WX3.4", "WX3.5", "WX4.7")
def _zone(game: Wuxia, state: State, zone: int) -> Iterator[Objection]:
    """A zone is free of fighters or holds an own one, is blocked by nobody else, and an available card fits it."""
    number = zone + 1
    inside = [cell for cell in STAGE.zones[zone] if cell != OUTSIDE]
    for cell in inside:
        if state.flags[cell] not in (NOBODY, state.turn):
            said = _("{cell} in zone {zone} is blocked by {other}.")
            facts: dict[str, str | int] = {
                "cell": STAGE.names[cell],
                "zone": number,
                "other": SEATS[state.flags[cell]],
            }
            yield _no(game, state, "WX4.7", said, Zone(number), **facts)
            break
    fighters = {state.cells[cell] - 1 for cell in inside if FREE < state.cells[cell] < ROUND}
    if fighters and state.turn not in fighters:
        said = _("Zone {zone} holds only fighters of {others}.")
        names = listed([SEATS[seat] for seat in sorted(fighters)])
        yield _no(game, state, "WX3.4", said, Zone(number), zone=number, others=names)
    layout = code(_seen(state, zone))
    if any(layout in images(game.cards.cards[card].schema) for card in _usable(state)):
        return
    said = _("None of the cards available fits zone {zone}, which is {layout} for {player}.")
    facts = {"zone": number, "layout": drawn(layout), "player": SEATS[state.turn]}
    holder = next((card for card in game.cards.cards if layout in images(card.schema)), None)
    if holder is not None:
        said = _("Zone {zone} is {layout} for {player}; that takes {card}, which is not available.")
        facts["card"] = holder.name
    yield _no(game, state, "WX3.5", said, Zone(number), **facts)


def _usable(state: State) -> tuple[int, ...]:
    """Return the own Summon, the cards in the pool and those added (WX3.5)."""
    return (SUMMON, *(card for card in state.pool if card != NO_CARD), *state.added)


@enforces("WX3.11")
def _pass(game: Wuxia, state: State) -> Iterator[Objection]:
    """The turn passes only if no zone can be chosen."""
    for zone in range(len(STAGE.zones)):
        if not any(_zone(game, state, zone)):
            said = _("One card must be played each turn, and zone {zone} can be chosen.")
            yield refuse("WX3.11", said, [f"zone {zone + 1}"], _("Choose a zone."), zone=zone + 1)
            return


@enforces("WX3.5", "WX3.6", "WX3.7")
def _card(game: Wuxia, state: State, name: str) -> Iterator[Objection]:
    """The card is available, and its schema fits the zone, turned or mirrored as may be."""
    card = game.cards.card(name)
    layout = code(_seen(state, state.zone))
    facts: dict[str, str | int] = {
        "card": name,
        "zone": state.zone + 1,
        "layout": drawn(layout),
        "schema": drawn(game.cards.cards[card].schema),
        "player": SEATS[state.turn],
    }
    if layout not in images(game.cards.cards[card].schema):
        said = _("{card} is {schema}; however it is turned or mirrored, it is not {layout}, which zone {zone} shows.")
        yield _no(game, state, "WX3.6", said, Choose(name), **facts)
    if card not in _usable(state):
        said = _("{card} would fit, but is neither in the pool nor added from {player}'s hand.")
        yield _no(game, state, "WX3.5", said, Choose(name), **facts)


@enforces("WX3.8")
def _die(game: Wuxia, state: State, action: Action, face: int) -> Iterator[Objection]:
    """A die that has been rolled, and for the result another one than for the cost."""
    if face in state.dice:
        return
    said = _("No die shows {face}.")
    if state.stage is Stage.RESULT and face == state.spent:
        said = _("The die that shows {face} was taken for the cost; the result needs another.")
    yield _no(game, state, "WX3.8", said, action, face=face)


# WX3.10 to WX3.12, WX4: targets


@enforces("WX3.10", "WX4.1", "WX4.2", "WX4.3", "WX4.4", "WX4.5", "WX4.6", "WX4.7", "WX4.8")
def _step(game: Wuxia, state: State, action: Action) -> Iterator[Objection]:
    """A target is of the kind that the result speaks of, stands in the reach, and is not blocked."""
    assert state.verb is not None
    rule = _RULES[state.verb]
    if not isinstance(action, _KINDS[state.verb]):
        said = _("The result is to {verb}.")
        yield _no(game, state, rule, said, action, verb=state.verb.label)
        return
    assert isinstance(action, Place | Move | Push | Remove | Topple | Flag)
    cell = STAGE.cell(action.at)
    facts: dict[str, str | int] = {"cell": STAGE.names[cell], "zone": state.zone + 1, "player": SEATS[state.turn]}
    if not _in_reach(state, action.at):
        said = _("{cell} lies outside the reach of zone {zone}.")
        yield _no(game, state, "WX3.10", said, action, **facts)
    if state.flags[cell] not in (NOBODY, state.turn):
        said = _("{cell} is blocked by {other}.")
        yield _no(game, state, "WX4.7", said, action, other=SEATS[state.flags[cell]], **facts)
    match action:
        case Place():
            yield from _enters(game, state, action, cell, rule, facts)
        case Flag():
            yield from _flag(game, state, action, cell, facts)
        case Move(_at, to):
            if state.cells[cell] != state.turn + 1:
                said = _("No fighter of {player} stands on {cell}.")
                yield _no(game, state, rule, said, action, **facts)
            yield from _goes(game, state, action, cell, STAGE.cell(to), rule, facts)
        case _:
            yield from _enemy(game, state, action, cell, rule, facts)


def _in_reach(state: State, square: Square) -> bool:
    """Tell whether a square is a cell of the zone, or shares an edge with one (WX3.10)."""
    inside = [STAGE.squares[cell] for cell in STAGE.zones[state.zone] if cell != OUTSIDE]
    return any(square == own or square.beside(own) for own in inside)


@enforces("WX1.6", "WX4.1", "WX4.7", "WX4.8")
def _enters(
    game: Wuxia, state: State, action: Action, cell: int, rule: str, facts: dict[str, str | int]
) -> Iterator[Objection]:
    """A piece enters a free cell that nobody else blocks."""
    into = {**facts, "to": STAGE.names[cell]}
    if state.flags[cell] not in (NOBODY, state.turn):
        said = _("{to} is blocked by {other}; nothing enters there.")
        yield _no(game, state, "WX4.7", said, action, other=SEATS[state.flags[cell]], **into)
    if state.cells[cell] != FREE:
        yield _no(game, state, "WX4.8", _("{to} is not free."), action, **into)
    if isinstance(action, Place) and state.reserve[state.turn] == 0:
        yield _no(game, state, rule, _("{player} has no fighter in reserve."), action, **into)


@enforces("WX4.2", "WX4.3", "WX3.11", "WX4.8")
def _goes(
    game: Wuxia, state: State, action: Action, cell: int, to: int, rule: str, facts: dict[str, str | int]
) -> Iterator[Objection]:
    """A piece goes one cell along a row or column, once in an action."""
    if cell in state.done:
        said = _("The piece on {cell} has had its step in this action.")
        yield _no(game, state, "WX3.11", said, action, **facts)
    if not STAGE.squares[cell].beside(STAGE.squares[to]):
        said = _("A step is one cell along a row or column; {to} is not beside {cell}.")
        yield _no(game, state, rule, said, action, to=STAGE.names[to], **facts)
    yield from _enters(game, state, action, to, rule, facts)


@enforces("WX4.3", "WX4.4", "WX4.5", "WX3.11")
def _enemy(
    game: Wuxia, state: State, action: Action, cell: int, rule: str, facts: dict[str, str | int]
) -> Iterator[Objection]:
    """What is pushed, removed or toppled is another player's fighter or a round token."""
    thing = state.cells[cell]
    if thing == state.turn + 1:
        yield _no(game, state, rule, _("The fighter on {cell} is {player}'s own."), action, **facts)
    elif thing not in STONES and not FREE < thing < ROUND:
        said = _("Neither an enemy fighter nor a round token is on {cell}.")
        yield _no(game, state, rule, said, action, **facts)
    if isinstance(action, Push):
        yield from _goes(game, state, action, cell, STAGE.cell(action.to), rule, facts)
    if isinstance(action, Topple) and cell in state.done:
        said = _("The token on {cell} has been turned over in this action.")
        yield _no(game, state, "WX3.11", said, action, **facts)


@enforces("WX4.6")
def _flag(game: Wuxia, state: State, action: Action, cell: int, facts: dict[str, str | int]) -> Iterator[Objection]:
    """A flag needs a cell without one, and two own fighters beside it."""
    if state.flags[cell] != NOBODY:
        yield _no(game, state, "WX4.6", _("A flag stands on {cell} already."), action, **facts)
    square = STAGE.squares[cell]
    beside = [
        other
        for other, thing in enumerate(state.cells)
        if thing == state.turn + 1 and STAGE.squares[other].beside(square)
    ]
    if len(beside) < 2:
        said = _("Two fighters of {player} must stand beside {cell}; the count is {count}.")
        yield _no(game, state, "WX4.6", said, action, count=len(beside), **facts)


@enforces("WX3.12")
def _lose(game: Wuxia, state: State, at: Square | None) -> Iterator[Objection]:
    """Who is exhausted gives up a fighter of their own."""
    player = SEATS[state.turn]
    if at is None:
        if not state.reserve[state.turn]:
            yield _no(game, state, "WX3.12", _("{player} has no fighter in reserve."), Lose(None), player=player)
    elif state.cells[STAGE.cell(at)] != state.turn + 1:
        said = _("No fighter of {player} stands on {cell}.")
        yield _no(game, state, "WX3.12", said, Lose(at), player=player, cell=str(at))
