"""What is said of Gong: tasks, actions, results, and where rules point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from rulebook.game import Addend, Event, Good, Remark
from rulebook.games.gong import family
from rulebook.games.gong.actions import (
    SEATS,
    Action,
    Ask,
    Catch,
    Choose,
    Draft,
    Draw,
    Give,
    Hide,
    Joker,
    Lay,
    Name,
    Number,
    Play,
    Show,
    Take,
    TurnUp,
    Word,
    card_of,
    seat_of,
)
from rulebook.games.gong.cards import (
    FITS,
    GALAXIES,
    GALAXY,
    JOKER,
    NAMES,
    NO_CARD,
    NUMBER,
    RUNS,
    SIZE,
    XPHERES,
    Cards,
    in_order,
    noted,
)
from rulebook.games.gong.missions import Verb, mission
from rulebook.games.gong.state import NOBODY, Duty, Errand, Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong

Facts = tuple[tuple[str, str | int], ...]


def task(game: Gong, state: State) -> Remark:
    """Return who is to decide and what, with the rule that asks for it."""
    if verdict := game.verdict(state):
        return verdict
    rule, said = _task(game, state)
    errand = state.errand
    facts: Facts = (
        ("player", SEATS[state.player if state.player >= 0 else state.turn]),
        ("turn", SEATS[state.turn]),
        ("who", SEATS[state.who] if state.who != NOBODY else ""),
        ("card", NAMES[state.card] if state.card != NO_CARD and state.stage is not Stage.FITS else ""),
        ("top", NAMES[state.row[-1]] if state.row else ""),
        ("other", SEATS[errand.todo[0].other] if errand is not None and errand.todo else ""),
    )
    return Remark(rule, said, facts)


def _task(game: Gong, state: State) -> tuple[str, str]:
    match state.stage:
        case Stage.DEAL:
            return "GO2.2", _("Nine cards are dealt to each player.")
        case Stage.START:
            return "GO4.1", _("A card is turned up to start the row.")
        case Stage.COUNTER:
            return "GO3.2", _("{turn} wants to swap hands; {player} may cancel it with a joker.")
        case Stage.FITS:
            return "GO4.4", _("{player} has drawn a card that fits {top}: play it, or keep it.")
        case Stage.CATCH:
            return "GO4.8", _('{who} has a single card and has not said "Gong": does {player} say it?')
        case Stage.GONG:
            return "GO4.7", _('{player} has a single card: does {player} say "Gong"?')
        case Stage.PENALTY:
            return "GO4.8", _("{who} draws a penalty card.")
        case Stage.DRAW if game.variant == "link":
            return "GO4.4", _("{turn} draws a card.")
        case Stage.DRAW:
            return "GO5.5", _("{turn} draws a card: is it {card}?")
        case Stage.OPENING:
            return "GO5.9", _("{turn} has no card of a galaxy and draws one.")
        case Stage.REVEAL:
            return "GO6.1", _("{turn} turns up a card.")
        case Stage.MISSION:
            return "GO6.6", _("{turn} has turned up {card}, and gets a mission of its colour.")
        case Stage.SUPPLY:
            return "GO6.6", _("A card is drawn for the mission.")
        case Stage.TAKE:
            return "GO6.6", _("A card is taken unseen from {other}.")
        case Stage.FACE:
            return "GO6.8", _("A card is turned up for the draw-off.")
        case Stage.ERRAND:
            return _errand(state)
        case _:
            return _turn(game, state)


def _turn(game: Gong, state: State) -> tuple[str, str]:
    """Return what a turn is for in each of the three games."""
    if game.variant == "fight":
        return "GO6.1", _("{player} turns up a card and carries out its mission.")
    if game.variant == "family":
        if family.askable(state.hands[state.turn]):
            return "GO5.1", _("{player} asks another player for a card of a galaxy in hand.")
        return "GO5.9", _("{player} holds no card of a galaxy: play a joker, or pass.")
    if not state.row:
        return "GO4.3", _("{player} opens the row with any card of a galaxy.")
    return "GO4.2", _("{player} plays a card with the number or the galaxy of {top}, or else draws.")


def _errand(state: State) -> tuple[str, str]:
    """Return what the mission asks for next."""
    assert state.errand is not None
    next_ = state.errand.todo[0]
    match next_.verb:
        case Verb.CHOOSE:
            return "GO6.6", _("{player} chooses another player for the mission.")
        case Verb.LAY:
            return "GO6.6", _("{player} lays down a card.")
        case Verb.LAY_NUMBER:
            return "GO6.6", _("{player} chooses a number and lays down all cards of it.")
        case Verb.GIVE:
            return "GO6.6", _("{player} gives {other} a card.")
        case Verb.DUEL:
            return "GO6.7", _("{player} chooses a card for the duel, in secret.")
        case Verb.MELEE:
            return "GO6.10", _("{player} chooses a card for the melee, in secret.")
        case Verb.RIDDLE if state.player == next_.other:
            return "GO6.9", _("{player} names the galaxy of {turn}'s hidden card.")
        case _:
            return "GO6.9", _("{player} lays a card face down as a riddle for {other}.")


def say(game: Gong, state: State, action: Action) -> str:
    """Return an action in words."""
    words = _words(game, state, action)
    facts = {
        "card": full(card_of(action)) if card_of(action) != NO_CARD else "",
        "who": SEATS[seat_of(action)] if seat_of(action) >= 0 else "",
        "single": SEATS[state.who] if state.who != NOBODY else "",
        "player": SEATS[state.player if state.player >= 0 else state.turn],
    }
    return words.format(**facts)


def _words(game: Gong, state: State, action: Action) -> str:
    match action:
        case Play():
            return _("play {card}")
        case Joker(seat):
            return _("play a joker and swap hands with {who}") if seat >= 0 else _("play the joker as the last card")
        case Catch():
            return _('say "Gong" for {who}')
        case Ask():
            return _("ask {who} for {card}")
        case Choose():
            return _("choose {who}")
        case Lay():
            return _("lay down {card}")
        case Give():
            return _("give away {card}")
        case Show():
            return _("choose {card} in secret")
        case Hide():
            return _("lay {card} face down")
        case Number(number):
            return _("lay down all cards of the number {number}").replace("{number}", str(number))
        case Name(galaxy):
            return _("name {galaxy}").replace("{galaxy}", GALAXIES[galaxy])
        case Draft(key):
            return _("the mission: {words}").replace("{words}", mission(game.missions, key).words)
        case Draw():
            return _("{card} is drawn")
        case TurnUp():
            return _("{card} is turned up")
        case Take():
            return _("{card} is taken")
        case Word():
            return _SAID[action]


_SAID = {
    Word.DRAW: _("draw a card"),
    Word.PASS: _("pass"),
    Word.KEEP: _("keep the card drawn"),
    Word.GONG: _('say "Gong"'),
    Word.QUIET: _("say nothing"),
    Word.COUNTER: _("cancel the swap with a joker"),
    Word.ACCEPT: _("let the swap be"),
    Word.TURN_UP: _("turn up a card"),
}


def full(card: int) -> str:
    """Return a card's name with its xphere: `Proxima 4 (Ruby)`."""
    return NAMES[card] if card == JOKER else f"{NAMES[card]} ({XPHERES[NUMBER[card] - 1]})"


WINS = {"link": "GO4.6", "family": "GO5.8", "fight": "GO6.5"}
"""By game: the rule that says who wins, if no last joker does (GO3.6)."""


def victory(game: Gong, state: State) -> Event:
    """Return who has won, by the rule that says so."""
    player, rule = SEATS[state.winner], state.won_by
    if game.variant != "family":
        return Event(rule, _("{player} has no cards left and wins."), (("player", player),), (player,))
    counts = Counter(seat for _galaxy, seat in state.families)
    best = counts[state.winner]
    said = _("{player} has laid down most galaxies, {count}, and wins.")
    if sum(count == best for count in counts.values()) > 1:
        said = _("{player} has laid down {count} galaxies and was the first to do so: {player} wins.")
    return Event(rule, said, (("player", player), ("count", best)), (player,))


def tally(game: Gong, state: State) -> tuple[Addend, ...]:
    """Return the galaxies laid down in Family, in the order in which that happened."""
    return tuple(
        Addend("GO5.8", _("{player}: {galaxy}"), (("player", SEATS[seat]), ("galaxy", GALAXIES[galaxy])), (places,), 1)
        for galaxy, seat in state.families
        for places in (f"family {GALAXIES[galaxy]}",)
    )


def total(game: Gong, state: State) -> str:
    """Return how many galaxies each has laid down."""
    if game.variant != "family":
        return ""
    counts = Counter(seat for _galaxy, seat in state.families)
    return _("Galaxies: {counts}").format(
        counts=", ".join(f"{player} {counts[seat]}" for seat, player in enumerate(game.seats))
    )


def figures(game: Gong, state: State) -> Mapping[str, int | str]:
    """Return sizes of hands and piles, galaxies laid down, and what lies on top, by name."""
    found: dict[str, int | str] = {player: len(hand) for player, hand in zip(game.seats, state.hands, strict=True)}
    found |= {"deck": len(state.deck), "turn": SEATS[state.turn]}
    found |= {"player": SEATS[state.player] if state.player >= 0 else _("nobody")}
    if game.variant == "family":
        counts = Counter(seat for _galaxy, seat in state.families)
        found |= {f"galaxies {player}": counts[seat] for seat, player in enumerate(game.seats)}
    else:
        found |= {"top": NAMES[state.row[-1]] if state.row else _("nothing")}
    if game.variant == "link":
        found |= {"row": len(state.row), "spent": state.spent}
        found |= {f"duty {player}": duty.name.lower() for player, duty in zip(game.seats, state.duty, strict=True)}
    if game.variant == "fight":
        found |= {"discards": len(state.row)}
    return found


def sketch(game: Gong, state: State) -> str:
    """Return the table in lines, and the hand of the player who decides."""
    lines = [f"{player:<10}{len(hand)} cards" for player, hand in zip(game.seats, state.hands, strict=True)]
    lines.append(f"{_('deck'):<10}{len(state.deck)} cards")
    if game.variant == "family":
        laid = [f"{GALAXIES[galaxy]} ({SEATS[seat]})" for galaxy, seat in state.families]
        lines.append(f"{_('laid down'):<10}{', '.join(laid) or '-'}")
    else:
        lines.append(f"{_('row') if game.linked else _('discards'):<10}{in_order(state.row)}")
    if state.player >= 0:
        lines.append(_("{player} holds: {cards}").format(player=SEATS[state.player], cards=noted(own(state))))
    return "\n".join(lines)


def own(state: State) -> Cards:
    """Return the hand of the player who decides."""
    return state.hands[state.player] if state.player >= 0 else ()


def places(action: Action) -> tuple[str, ...]:
    """Return the places that an action points at: cards, players, piles."""
    found = []
    if seat_of(action) >= 0:
        found.append(SEATS[seat_of(action)])
    if card_of(action) != NO_CARD and not isinstance(action, Draw | Take):
        found.append(NAMES[card_of(action)])
    match action:
        case Play():
            found.append("row")
        case Joker():
            found.append(NAMES[JOKER])
        case Word.DRAW | Word.PASS | Word.TURN_UP | Draw() | TurnUp():
            found.append("deck")
        case Word.GONG | Word.QUIET | Catch():
            found.append("gong")
        case Draft():
            found.append("mission")
        case Name(galaxy):
            found.append(GALAXIES[galaxy])
    return tuple(found)


def around(game: Gong, state: State, action: Action) -> tuple[str, ...]:
    """Return where a hint lets the reader look: the players and piles concerned, and all cards of one galaxy."""
    found = [place for place in places(action) if place in (*game.seats, "deck", "row", "gong", "mission")]
    card, hand = card_of(action), [NAMES[other] for other in own(state)]
    if isinstance(action, Joker | Number):
        found += hand
    elif isinstance(action, Ask):
        found += [NAMES[other] for other in RUNS[GALAXY[card]]]
    elif isinstance(action, Name):
        found += GALAXIES
    elif card == JOKER:
        found += hand
    elif card != NO_CARD:
        found += [NAMES[other] for other in own(state) if GALAXY[other] == GALAXY[card]] or hand
    return tuple(dict.fromkeys(found or [SEATS[state.turn]]))


def concerns(game: Gong, state: State, rule: str, cards: Cards) -> tuple[str, ...]:
    """Return the places that a rule speaks of; `cards` is the hand that may be lit."""
    hand = tuple(dict.fromkeys(NAMES[card] for card in cards))
    pile = "row" if game.linked else "discards"
    if rule in ("GO2.2", "GO2.4", "GO4.5", "GO5.5", "GO6.1", "GO6.2", "GO6.8"):
        return ("deck", pile) if rule == "GO2.4" else ("deck",)
    if rule in ("GO4.1", "GO4.2", "GO4.3", "GO4.4"):
        return ("row", *(name for name in hand if rule != "GO4.1"))
    if rule in ("GO4.7", "GO4.8", "GO4.9"):
        return tuple(SEATS[seat] for seat, cards in enumerate(state.hands) if len(cards) == 1) or ("gong",)
    if rule.startswith("GO1") or rule in ("GO5.2", "GO5.3", "GO6.6", "GO6.7", "GO6.9", "GO6.10"):
        return hand or game.seats
    if rule.startswith("GO3"):
        return tuple(name for name in hand if name == NAMES[JOKER]) or game.seats
    if rule in ("GO6.3",):
        return ("discards",)
    return game.seats if rule.startswith("GO") else ()


HAND_RULES = {"link": "GO4.6", "family": "GO5.3", "fight": "GO6.5"}


def goods(game: Gong, state: State, seat: int) -> tuple[Good, ...]:
    """Return the galaxies a seat has laid down in Family, and the cards in its hand: in Link and Fight the fewer."""
    weight = 1.0 if game.variant == "family" else -1.0
    hand = Good(HAND_RULES[game.variant], _("Cards in hand"), len(state.hands[seat]), weight, (game.seats[seat],))
    if game.variant != "family":
        return (hand,)
    laid = sum(holder == seat for _galaxy, holder in state.families)
    return (Good("GO5.6", _("Galaxies laid down"), laid, 20.0, (game.seats[seat],)), hand)


def promise(game: Gong, state: State, seat: int) -> float:
    """Return how well a seat stands: few cards in Link and Fight, galaxies and long suits in Family."""
    if state.winner == seat:
        return 1000.0
    if game.variant == "family":
        # A loser lays down the last galaxy all the same: who would put that off for ever does not play.
        return _family_promise(game, state, seat)
    if state.winner != NOBODY:
        return -1000.0
    sizes = [len(hand) for hand in state.hands]
    if state.stage is Stage.PENALTY:
        sizes[state.who] += 1  # The card is as good as drawn.
    others = [size for holder, size in enumerate(sizes) if holder != seat]
    lead = 0.3 * sum(others) / len(others) + 0.7 * min(others) - sizes[seat]
    if game.variant == "link":
        lead += 0.2 * _joined(state.hands[seat]) + 0.1 * state.hands[seat].count(JOKER)
        lead -= 2.0 * (state.duty[seat] in (Duty.NEW, Duty.LATE))
        lead += 1.0 * sum(state.duty[other] is Duty.LATE for other in range(game.players) if other != seat)
    else:
        lead += _errand_promise(state.errand, seat)
    return lead


def strength(game: Gong, state: State, seat: int) -> float:
    """Return how strong a seat is, as measured over games of greedy play: by few cards, in Family by galaxies."""
    hand = state.hands[seat]
    if game.variant == "family":
        laid = sum(holder == seat for _galaxy, holder in state.families)
        return 2.3 * laid + 0.8 * _suits(hand) + 0.3 * (state.player == seat)
    size = len(hand) + (state.stage is Stage.PENALTY and state.who == seat)
    own = 0.2 * hand.count(JOKER)
    if game.variant == "link":
        own -= 0.5 * (state.duty[seat] in (Duty.NEW, Duty.LATE))
        own += 0.05 * _joined(hand)
    else:
        own += 0.2 * _errand_promise(state.errand, seat)
    return own + 2.0 / max(size, 0.5) - 0.05 * size


@lru_cache(maxsize=8192)
def _joined(hand: Cards) -> int:
    """Return how many cards of a hand link to another one of it."""
    return sum(not FITS[card].isdisjoint(hand) for card in hand)


@lru_cache(maxsize=8192)
def _suits(hand: Cards) -> float:
    """Return how far a hand has come with its galaxies: 1 for a whole one, the square of its part for a part."""
    counts = Counter(GALAXY[card] for card in hand if card != JOKER)
    return sum((count / SIZE) ** 2 for count in counts.values())


def _errand_promise(errand: Errand | None, seat: int) -> float:
    """Return what the tasks still to be done are worth: own cards to lay down or give, others' to draw."""
    if errand is None:
        return 0.0
    worth = {Verb.LAY: 1.0, Verb.GIVE: 1.2, Verb.DRAW: -1.0, Verb.TAKE: -1.0, Verb.LAY_NUMBER: 1.5}
    return sum(worth.get(task.verb, 0.0) * (1 if task.seat == seat else -0.4) for task in errand.todo)


def _family_promise(game: Gong, state: State, seat: int) -> float:
    """Return the galaxies laid down, and how far each hand has come with its own."""
    found = 0.0
    for holder, hand in enumerate(state.hands):
        sign = 1.0 if holder == seat else -0.5
        found += sign * _suits(hand)
    for _galaxy, holder in state.families:
        found += 3.0 if holder == seat else -1.5
    if state.player == seat:
        found += 0.3  # To go on asking is worth something.
    return found
