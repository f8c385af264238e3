"""What is said of Dragonheart: tasks, actions, scores, and where rules point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebook.game import Addend, Event, Good, Remark
from rulebook.games.dragonheart.actions import SEATS, Action, Collect, Draw, Grab, Lot, Pass, Play, Rob, noted
from rulebook.games.dragonheart.cards import CARDS, COLLECTS, FRAMES, KIND, PLURALS, Kind, cards_of, worth
from rulebook.games.dragonheart.state import NOBODY, ON_BOARD, Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dragonheart.engine import Dragonheart


def task(game: Dragonheart, state: State) -> Remark:
    """Return who is to decide and what, with the rule that asks for it."""
    if verdict_ := verdict(game, state):
        return verdict_
    player = SEATS[state.turn]
    facts = (("player", player),)
    match state.stage:
        case Stage.LOT:
            return Remark("DH3.1", _("The lot says who begins."))
        case Stage.DEAL:
            return Remark("DH3.1", _("{player} draws an opening hand."), facts)
        case Stage.CHOOSE:
            assert state.laid is not None
            first, second = COLLECTS[state.laid]
            rule = "DH5.6" if state.laid is Kind.KNIGHT else "DH5.8"
            known = (*facts, *_offer("first", state, first), *_offer("second", state, second))
            return Remark(rule, _("{player} chooses a pile to collect: {first} or {second}."), known)
        case Stage.ROB:
            said = _("The Great Dragon brings a card of {other}'s hand to {player}.")
            return Remark("DH6.3", said, (*facts, ("other", SEATS[1 - state.turn])))
        case Stage.DRAW:
            limit = ("limit", game.limit(state, state.turn))
            return Remark("DH4.5", _("{player} draws up to {limit} cards."), (*facts, limit))
        case _:
            said = _("{player} plays one or more cards of a single kind.")
            if state.final:
                said = _("{player} has the last turn, and plays one or more cards of a single kind.")
            return Remark("DH4.1", said, facts)


def _offer(name: str, state: State, kind: Kind) -> tuple[tuple[str, str], ...]:
    cards = state.board[kind]
    words = kind.label if len(cards) == 1 else PLURALS[kind]
    said = (
        _("{count} {kind}").format(count=len(cards), kind=_(words)) if cards else _("no {kind}").format(kind=_(words))
    )
    return ((name, said),)


def say(state: State, action: Action) -> str:
    """Return an action in words."""
    match action:
        case Play(cards):
            return _("play {cards}").format(cards=noted(cards))
        case Collect(()):
            return _("collect the hold")
        case Collect(kinds):
            return _("collect {kinds}").format(kinds=_(" and ").join(_(PLURALS[kind]) for kind in kinds))
        case Draw(card):
            return _("{player} draws {card}").format(player=SEATS[state.turn], card=CARDS[card].name)
        case Rob(card):
            return _("{card} comes along").format(card=CARDS[card].name)
        case Lot(seat):
            return _("{player} begins").format(player=SEATS[seat])
        case Pass():
            return _("play nothing")
        case Grab():
            return _("take the Great Dragon")


def verdict(game: Dragonheart, state: State) -> Event | None:
    """Return who won and by what score, or `None` while the game goes on."""
    if state.stage is not Stage.OVER:
        return None
    scores = [game.score(state, seat) for seat in (0, 1)]
    won = game.winner(state)
    facts = ((SEATS[0].lower(), scores[0]), (SEATS[1].lower(), scores[1]), ("player", SEATS[won] if won >= 0 else ""))
    places = (*SEATS, "Great Dragon")
    if won == NOBODY:
        said = _("North {north}, South {south}, and nobody holds the Great Dragon: a draw.")
        return Event("DH7.5", said, facts, places)
    if scores[0] == scores[1]:
        said = _("North {north}, South {south}: {player} holds the Great Dragon and wins.")
        return Event("DH7.5", said, facts, places)
    return Event("DH7.4", _("North {north}, South {south}: {player} wins."), facts, places)


def tally(game: Dragonheart, state: State) -> tuple[Addend, ...]:
    """Return both scores line by line: North's kinds and Great Dragon, then South's."""
    lines = []
    for seat, player in enumerate(SEATS):
        for kind in Kind:
            cards = cards_of(state.won[seat], kind)
            if cards:
                facts = (("player", player), ("cards", noted(cards)), ("worth", worth(cards)))
                lines.append(Addend("DH7.4", _("{player}: {cards}, {worth}"), facts, (player,), worth(cards)))
        if state.dragon == seat:
            said = _("{player}: the Great Dragon, 3")
            lines.append(Addend("DH6.4", said, (("player", player),), ("Great Dragon",), 3))
    return tuple(lines)


def total(game: Dragonheart, state: State) -> str:
    """Return both scores in words."""
    return _("Points: North {north}, South {south}").format(north=game.score(state, 0), south=game.score(state, 1))


def figures(game: Dragonheart, state: State) -> Mapping[str, int | str]:
    """Return scores, sizes and piles by name."""
    found: dict[str, int | str] = {kind.label: worth(state.board[kind]) for kind in Kind}
    for seat, player in enumerate(SEATS):
        found |= {player: game.score(state, seat), f"deck {player}": len(state.decks[seat])}
    holder = SEATS[state.dragon] if state.dragon != ON_BOARD else _("nobody")
    return found | {"hold": worth(state.hold), "Great Dragon": holder, "sailed": state.sailed}


def sketch(game: Dragonheart, state: State) -> str:
    """Return the board and the open piles in lines, and the hand of the player whose turn it is."""
    lines = [f"{kind.label:<17}{noted(state.board[kind])}" for kind in Kind]
    lines.append(f"{'hold':<17}{noted(state.hold)}")
    lines += [
        f"{player:<17}{game.score(state, seat)} points, deck {len(state.decks[seat])}"
        for seat, player in enumerate(SEATS)
    ]
    if state.stage in (Stage.PLAY, Stage.CHOOSE):
        lines.append(f"{SEATS[state.turn]} holds: {noted(state.hands[state.turn])}")
    return "\n".join(lines)


def places(action: Action) -> tuple[str, ...]:
    """Return the places that an action points at."""
    match action:
        case Play(cards):
            return tuple(dict.fromkeys(KIND[card].label for card in cards))
        case Collect(kinds):
            return tuple(kind.label for kind in kinds) or ("hold",)
        case Rob() | Grab():
            return ("Great Dragon",)
        case Lot(seat):
            return (SEATS[seat],)
        case _:
            return ()


def around(action: Action) -> tuple[str, ...]:
    """Return an action's places and those that its arrows point at."""
    found = list(places(action))
    if isinstance(action, Play):
        kind = KIND[action.cards[0]]
        found += [pile.label for pile in COLLECTS[kind]] + ["hold"] * (kind is Kind.SHIP)
    return tuple(dict.fromkeys(found))


def concerns(state: State, rule: str) -> tuple[str, ...]:
    """Return the places that a rule speaks of."""
    kinds = {
        "DH5.1": (Kind.DWARF,), "DH5.2": (Kind.HUNTRESS, Kind.FIRE), "DH5.3": (Kind.FIRE, Kind.TREASURE),
        "DH5.4": (Kind.TREASURE,), "DH5.5": (Kind.TROLL, Kind.SORCERESS),
        "DH5.6": (Kind.KNIGHT, Kind.TROLL, Kind.SORCERESS), "DH5.7": (Kind.PETRIFIED,),
        "DH5.8": (Kind.SORCERESS, Kind.TREASURE, Kind.PETRIFIED), "DH5.9": (Kind.SHIP,),
    }  # fmt: skip
    if rule in kinds:
        hold = ("hold",) if rule in ("DH5.2", "DH5.6", "DH5.9") else ()
        return (*(kind.label for kind in kinds[rule]), *hold)
    if rule == "DH4.3":
        return tuple(kind.label for kind in Kind if FRAMES[kind])
    if rule.startswith(("DH1", "DH2", "DH4.1", "DH4.4", "DH5")) and rule != "DH1.4":
        return (*(kind.label for kind in Kind), "hold")
    if rule.startswith("DH6") or rule in ("DH1.4", "DH7.5"):
        return ("Great Dragon",)
    if rule.startswith(("DH3", "DH4", "DH7.1", "DH7.2")):
        return tuple(f"deck {player}" for player in SEATS)
    return SEATS if rule.startswith("DH7") else ()


def goods(game: Dragonheart, state: State, seat: int) -> tuple[Good, ...]:
    """Return a seat's points."""
    return (Good("DH7.4", _("Points"), game.score(state, seat), 1.0, (SEATS[seat],)),)


def stake(state: State) -> Good:
    """Return the most points that one card more can collect from the board, whatever hand it comes from."""
    found: dict[int, tuple[str, ...]] = {0: ()}
    for kind in Kind:
        if FRAMES[kind] and len(state.board[kind]) + 1 < FRAMES[kind]:
            continue
        piles = {pile.label: worth(state.board[pile]) for pile in COLLECTS[kind]}
        if kind is Kind.SHIP:
            piles["hold"] = worth(state.hold)
        for pile, points in piles.items():
            found.setdefault(points, (pile,))
    most = max(found)
    return Good("DH2.2", _("Most points that one card more can collect"), most, 1.0, found[most])


def promise(game: Dragonheart, state: State, seat: int) -> float:
    """Return a seat's lead in points, less what the board offers to the other, who plays next after a seat's play."""
    ahead = lead(game, state, seat)
    return ahead - lying(state, 1 - seat) if state.stage is not Stage.OVER else ahead


def lead(game: Dragonheart, state: State, seat: int) -> float:
    """Return how many points a seat is ahead; the Great Dragon is worth one more to its holder than it counts."""
    ahead = float(game.score(state, seat) - game.score(state, 1 - seat))
    return ahead + 1.0 * (state.dragon == seat) - 1.0 * (state.dragon == 1 - seat)


def lying(state: State, seat: int) -> float:
    """Return what lies on the board for a seat that plays next, in points it may hope for."""
    hope = 0.35 * worth(state.board[Kind.TREASURE]) + 0.2 * worth(state.board[Kind.SORCERESS])
    stones = state.board[Kind.PETRIFIED]
    hope += 0.3 * worth(stones) + (1.5 if stones and state.dragon != 1 - seat else 0)
    ready = len(state.board[Kind.DWARF]) / 4, len(state.board[Kind.HUNTRESS]) / 3, len(state.board[Kind.SHIP]) / 3
    hope += ready[0] ** 2 * worth(state.board[Kind.DWARF]) * 0.6
    hope += ready[1] ** 2 * worth(state.board[Kind.FIRE]) * 0.7
    hope += ready[2] ** 2 * worth(state.hold) * 0.7
    prey = worth(state.board[Kind.TROLL]) + worth(state.board[Kind.SORCERESS])
    hope += 0.15 * len(state.board[Kind.KNIGHT]) * prey
    return hope
