"""What is said of Wu-xia: tasks, actions, results, and where rules point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebook.game import Event, Good, Remark
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
from rulebook.games.wuxia.cards import NO_CARD, STAGE, START, Verb
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, SQUARE, TURNED, Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.wuxia.engine import Wuxia

SIGNS = {FREE: ".", ROUND: "●", TURNED: "○", SQUARE: "■"}
"""What is drawn in a sketch; fighters are the first letter of their colour."""


def task(game: Wuxia, state: State) -> Remark:
    """Return who is to decide and what, with the rule that asks for it."""
    if state.stage is Stage.OVER:
        return victory(state)
    rule, said = _task(state)
    card = game.cards.cards[state.card].name if state.card != NO_CARD else ""
    facts: tuple[tuple[str, str | int], ...] = (
        ("player", SEATS[state.turn]),
        ("zone", state.zone + 1),
        ("card", card),
        ("left", state.left),
        ("dan", state.dan[state.turn]),
        ("dice", " ".join(map(str, state.dice))),
    )
    return Remark(rule, said, facts)


def _task(state: State) -> tuple[str, str]:
    match state.stage:
        case Stage.LOT:
            return "WX2.1", _("The lot says who begins.")
        case Stage.DEAL:
            return "WX2.1", _("Cards are dealt.")
        case Stage.POOL:
            return "WX3.1", _("{player} lays a hand card in the common pool, or lays none.")
        case Stage.ROLL:
            if state.dan[state.turn] == 0:
                return "WX3.2", _("{player} rolls two dice; there is no Dan left for more.")
            return "WX3.2", _("{player} rolls two dice, and one more for each Dan spent, of {dan}.")
        case Stage.DIE:
            return "WX3.2", _("The dice fall.")
        case Stage.ADD:
            if state.dan[state.turn] == 0:
                return "WX3.3", _("{player} rolled {dice}; there is no Dan left to add hand cards.")
            return "WX3.3", _("{player} rolled {dice}; hand cards can be added for a Dan each.")
        case Stage.ZONE:
            return "WX3.4", _("{player} chooses a zone that a card fits.")
        case Stage.CARD:
            return "WX3.5", _("{player} chooses the card for zone {zone}.")
        case Stage.COST:
            return "WX3.8", _("{player} takes one of the dice {dice} for the cost of {card}.")
        case Stage.RESULT:
            if len(state.dice) == 1:
                return "WX3.8", _("{player} takes the die left, {dice}, for the result of {card}.")
            return "WX3.8", _("{player} takes one of the dice left, {dice}, for the result of {card}.")
        case Stage.LOSE:
            return "WX3.12", _("{player} is exhausted and gives up a fighter, of the stage or of the reserve.")
        case _:
            return _targets(state)


def _targets(state: State) -> tuple[str, str]:
    """Return what a result asks for, target by target."""
    assert state.verb is not None
    return {
        Verb.PLACE: ("WX4.1", _("{player} places a fighter in the reach of zone {zone}; {left} to go.")),
        Verb.MOVE: ("WX4.2", _("{player} moves an own fighter of the reach one cell; {left} to go.")),
        Verb.PUSH: ("WX4.3", _("{player} pushes an enemy or a round token one cell; {left} to go.")),
        Verb.REMOVE: ("WX4.4", _("{player} removes an enemy or a round token of the reach; {left} to go.")),
        Verb.TOPPLE: ("WX4.5", _("{player} topples an enemy of the reach or turns a round token over; {left} to go.")),
        Verb.BLOCK: ("WX4.6", _("{player} blocks a cell of the reach with a flag.")),
    }[state.verb]


def say(game: Wuxia, state: State, action: Action) -> str:
    """Return an action in words."""
    match action:
        case Word():
            return {
                Word.SKIP: _("lay no card in the pool"),
                Word.DONE: _("add no more cards"),
                Word.PASS: _("pass, for one Chi"),
            }[action]
        case Lot(seat):
            return _("{player} begins").format(player=SEATS[seat])
        case Deal(card):
            return _("{card} is dealt").format(card=card)
        case Die(face):
            return _("the die shows {face}").format(face=face)
        case Pool(card):
            return _("lay {card} in the pool").format(card=card)
        case Roll(dice):
            return _("roll {dice} dice").format(dice=dice) if dice <= 2 else _("roll {dice} dice for {dan} Dan").format(
                dice=dice, dan=dice - 2)  # fmt: skip
        case Add(card):
            return _("add {card} for a Dan").format(card=card)
        case Zone(number):
            return _("choose zone {zone}").format(zone=number)
        case Choose(card):
            return _("choose {card}").format(card=card)
        case Cost(face):
            change = ""
            if state.card != NO_CARD:
                change = _(": {change} Chi").format(change=signed(game.cards.cards[state.card].cost[face - 1]))
            return _("take {face} for the cost").format(face=face) + change
        case Result(face):
            what = f": {game.cards.cards[state.card].result[face - 1]}" if state.card != NO_CARD else ""
            return _("take {face} for the result").format(face=face) + what
        case Place(at):
            return _("place a fighter on {cell}").format(cell=at)
        case Move(at, to):
            return _("move from {cell} to {to}").format(cell=at, to=to)
        case Push(at, to):
            return _("push {piece} from {cell} to {to}").format(piece=standing(state, str(at)), cell=at, to=to)
        case Remove(at):
            return _("remove {piece} from {cell}").format(piece=standing(state, str(at)), cell=at)
        case Topple(at):
            return _("topple {piece} on {cell}").format(piece=standing(state, str(at)), cell=at)
        case Flag(at):
            return _("block {cell} with a flag").format(cell=at)
        case Lose(at):
            return _("give up the fighter on {cell}").format(cell=at) if at else _("give up a fighter of the reserve")


def signed(change: int) -> str:
    """Return a change of Chi as the book writes it: `−2`, `0`, `+1`."""
    return f"{change:+d}".replace("-", "−") if change else "0"


def standing(state: State, name: str) -> str:
    """Return what stands on a cell, in words; nothing outside the stage."""
    thing = state.cells[STAGE.names.index(name)] if name in STAGE.names else FREE
    if FREE < thing < ROUND:
        return _("{player}'s fighter").format(player=SEATS[thing - 1])
    return {
        FREE: _("nothing"),
        ROUND: _("a round token"),
        TURNED: _("a round token, turned over"),
        SQUARE: _("a square token"),
    }[thing]


def victory(state: State) -> Event:
    """Return who has won."""
    player = SEATS[state.winner]
    said = _("{player} alone has fighters left, keeps the field and wins.")
    return Event("WX5.1", said, (("player", player),), (player,))


def figures(game: Wuxia, state: State) -> Mapping[str, int | str]:
    """Return fighters, levels, flags and tokens by name."""
    found: dict[str, int | str] = {"turn": SEATS[state.turn], "deck": len(state.deck)}
    for seat, player in enumerate(game.seats):
        found |= {
            f"{player} stage": state.cells.count(seat + 1),
            f"{player} reserve": state.reserve[seat],
            f"{player} lost": state.lost[seat],
            f"{player} Chi": state.chi[seat],
            f"{player} Dan": state.dan[seat],
            f"{player} hand": len(state.hands[seat]),
            f"{player} tokens": state.taken[seat],
            f"{player} flags": state.flags.count(seat),
        }
    found |= {"round": state.cells.count(ROUND), "turned": state.cells.count(TURNED)}
    return found


def sketch(game: Wuxia, state: State) -> str:
    """Return the stage in rows, and what each player has."""
    signs = SIGNS | {at + 1: seat[0] for at, seat in enumerate(SEATS)}
    rows = [
        " ".join(
            signs[state.cells[row * STAGE.columns + col]]
            + ("!" if state.flags[row * STAGE.columns + col] >= 0 else " ")
            for col in range(STAGE.columns)
        )
        for row in range(STAGE.rows)
    ]
    lines = [f"{row + 1} {line}" for row, line in enumerate(rows)]
    lines.append("  " + "  ".join("abcdefghijklmnopqrstuvwxyz"[: STAGE.columns]))
    for seat, player in enumerate(game.seats):
        card = game.cards.cards[state.pool[seat]].name if state.pool[seat] != NO_CARD else "-"
        lines.append(
            f"{player:<10} Chi {state.chi[seat]:>2}  Dan {state.dan[seat]}  reserve {state.reserve[seat]}  "
            f"lost {state.lost[seat]}  pool {card}"
        )
    if state.player >= 0:
        cards = ", ".join(game.cards.cards[card].name for card in state.hands[state.turn]) or "-"
        lines.append(_("{player} holds: {cards}").format(player=SEATS[state.turn], cards=cards))
    if state.dice:
        lines.append(_("dice: {dice}").format(dice=" ".join(map(str, state.dice))))
    return "\n".join(lines)


def places(action: Action) -> tuple[str, ...]:
    """Return the places that an action points at: cells, zones, cards, dice."""
    match action:
        case Move(at, to) | Push(at, to):
            return (str(at), str(to))
        case Place(at) | Remove(at) | Topple(at) | Flag(at):
            return (str(at),)
        case Lose(at):
            return (str(at) if at else "reserve",)
        case Zone(number):
            return (f"zone {number}",)
        case Choose(card) | Pool(card) | Add(card):
            return (card,)
        case Cost(face) | Result(face):
            return (f"die {face}",)
        case Roll() | Die():
            return ("dice",)
        case Lot(seat):
            return (SEATS[seat],)
        case _:
            return ()


def around(game: Wuxia, state: State, action: Action) -> tuple[str, ...]:
    """Return where a hint lets the reader look: the reach of a zone, all cards at hand, all dice."""
    found = list(places(action))
    match action:
        case Zone(number):
            found += [f"zone {near}" for near in (number - 1, number + 1) if 1 <= near <= len(STAGE.zones)]
        case Place() | Move() | Push() | Remove() | Topple() | Flag():
            found += [STAGE.names[cell] for cell in STAGE.reach[state.zone]]
        case Choose() | Pool() | Add():
            cards = (*game.available(state), *state.hands[state.turn])
            found += [game.cards.cards[card].name for card in cards]
        case Cost() | Result():
            found += [f"die {face}" for face in state.dice]
    return tuple(dict.fromkeys(found or [SEATS[state.turn]]))


def concerns(game: Wuxia, state: State, rule: str) -> tuple[str, ...]:
    """Return the places that a rule speaks of."""
    names = STAGE.names
    fighters = [names[cell] for cell, thing in enumerate(state.cells) if FREE < thing < ROUND]
    tokens = [names[cell] for cell, thing in enumerate(state.cells) if thing >= ROUND]
    flags = [names[cell] for cell, seat in enumerate(state.flags) if seat != NOBODY]
    if rule in ("WX1.5", "WX1.6", "WX4.5"):
        return tuple(tokens) or game.seats
    if rule in ("WX4.6", "WX4.7"):
        return tuple(flags) or tuple(fighters) or game.seats
    if rule in ("WX1.2", "WX3.4", "WX3.10", "WX4.1", "WX4.2", "WX4.3", "WX4.4") and state.zone != NOBODY:
        return (f"zone {state.zone + 1}", *(names[cell] for cell in STAGE.reach[state.zone]))
    if rule in ("WX1.4", "WX3.9", "WX3.12"):
        return ("chi", *game.seats)
    if rule in ("WX3.2", "WX3.8"):
        return ("dice",)
    if rule in ("WX1.7", "WX3.1", "WX3.3", "WX3.5", "WX3.6", "WX3.7", "WX1.8"):
        return tuple(game.cards.cards[card].name for card in game.available(state))
    if rule.startswith(("WX1", "WX4")):
        return tuple(fighters) or game.seats
    return game.seats if rule.startswith("WX") else ()


def goods(game: Wuxia, state: State, seat: int) -> tuple[Good, ...]:
    """Return a seat's fighters: those not lost, those on the stage; its Chi and its Dan."""
    places = (game.seats[seat],)
    enemies = _enemies(state, seat) if state.turn == seat and state.zone != NOBODY else []
    return (
        Good("WX5.2", _("Fighters left"), START.fighters - state.lost[seat], 2.0, places),
        Good("WX1.3", _("Fighters on the stage"), state.cells.count(seat + 1), 0.3, places),
        Good("WX1.4", _("Chi"), state.chi[seat], 0.12, places),
        Good("WX1.4", _("Dan"), state.dan[seat], 0.1, places),
        Good("WX3.7", _("Enemies in reach"), len(enemies), 0.05, tuple(STAGE.names[cell] for cell in enemies)),
    )


def promise(game: Wuxia, state: State, seat: int) -> float:
    """Return how well a seat stands: fighters left against the others', fighters on the stage, Chi and Dan."""
    if state.winner == seat:
        return 1000.0
    worth = 0.0
    for holder in range(game.players):
        left = START.fighters - state.lost[holder]
        own = 2.0 * left + 0.25 * state.cells.count(holder + 1) + 0.12 * state.chi[holder] + 0.1 * state.dan[holder]
        own += 0.2 * state.flags.count(holder)
        if holder == state.turn and state.exhausted:
            own -= 1.5
        worth += own if holder == seat else -own / (game.players - 1)
    return worth + _strike_promise(game, state, seat)


OUT = -20.0
"""How strong a seat without fighters is: it cannot win (WX5.2)."""


def strength(game: Wuxia, state: State, seat: int) -> float:
    """Return how strong a seat is: fighters left and Chi weigh most, as measured over games of greedy play."""
    if state.lost[seat] == START.fighters:
        return OUT
    own = 2.2 * (START.fighters - state.lost[seat]) + 0.4 * state.chi[seat] + 0.15 * state.dan[seat]
    own += 0.1 * state.cells.count(seat + 1) + 0.1 * state.flags.count(seat)
    if seat == state.turn and state.exhausted:
        own -= 1.5
    return own + 0.6 * _strike_promise(game, state, seat)


def _enemies(state: State, seat: int) -> list[int]:
    """Return the cells that the zone reaches where an enemy stands: another's fighter or a round token (WX3.7)."""
    return [cell for cell in STAGE.reach[state.zone] if state.cells[cell] not in (FREE, SQUARE, seat + 1)]


def _strike_promise(game: Wuxia, state: State, seat: int) -> float:
    """Return what the strike that is being prepared can bring: the best that the dice allow."""
    if state.turn != seat or state.card == NO_CARD or state.stage not in (Stage.COST, Stage.RESULT):
        return 0.0
    card = game.cards.cards[state.card]
    enemies = len(_enemies(state, seat))
    best = max(_result_promise(card.result[face - 1].verb, card.result[face - 1].count, enemies) for face in state.dice)
    if state.stage is Stage.COST:
        best += 0.12 * max(card.cost[face - 1] for face in state.dice)
    return best


def _result_promise(verb: Verb, count: int, enemies: int) -> float:
    worth = {Verb.PLACE: 0.3, Verb.MOVE: 0.05, Verb.PUSH: 0.1, Verb.REMOVE: 0.4, Verb.TOPPLE: 2.0, Verb.BLOCK: 0.2}[
        verb
    ]
    number = min(count, enemies) if verb in (Verb.PUSH, Verb.REMOVE, Verb.TOPPLE) else count
    return worth * number
