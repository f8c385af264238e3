"""The referee of Dragonheart: why an action is refused.

The referee reads the rules from the attempt's side and shares no list with `Dragonheart.legal_actions`; a test holds
the two readings equal. All reasons are found, and the first is the one that a reader is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulebook.game import Objection, enforces, listed, refuse
from rulebook.games.dragonheart import wording
from rulebook.games.dragonheart.actions import SEATS, Action, Collect, Draw, Grab, Lot, Pass, Play, Rob, noted
from rulebook.games.dragonheart.cards import CARDS, COLLECTS, FRAMES, KIND, PLURALS, RULES, Kind
from rulebook.games.dragonheart.state import Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dragonheart.engine import Dragonheart


def objections(game: Dragonheart, state: State, action: Action) -> Iterator[Objection]:
    """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
    match state.stage:
        case Stage.OVER:
            yield refuse("DH7.1", _("The game is over."), _where(state, action), _("Start a new game, or step back."))
        case Stage.PLAY:
            yield from _play(game, state, action)
        case Stage.CHOOSE:
            yield from _choose(game, state, action)
        case Stage.LOT:
            if not isinstance(action, Lot):
                yield refuse("DH3.1", _("First the lot says who begins."), SEATS, _task(game, state))
        case _:
            yield from _chance(game, state, action)


@enforces("DH3.1", "DH4.5", "DH6.3")
def _chance(game: Dragonheart, state: State, action: Action) -> Iterator[Objection]:
    """A card is drawn from the own deck, or robbed from the other hand: one that is there."""
    robbing = state.stage is Stage.ROB
    rule = "DH6.3" if robbing else "DH3.1" if state.stage is Stage.DEAL else "DH4.5"
    if not isinstance(action, Rob if robbing else Draw):
        due = _("First the Great Dragon brings its card along.") if robbing else _("First the hand is filled up.")
        yield refuse(rule, due, _where(state, action), _task(game, state))
        return
    cards = state.hands[1 - state.turn] if robbing else state.decks[state.turn]
    if action.card not in cards:
        said = _("No {card} is left there.")
        yield refuse(rule, said, _where(state, action), _task(game, state), card=CARDS[action.card].name)


def _play(game: Dragonheart, state: State, action: Action) -> Iterator[Objection]:
    match action:
        case Play(cards):
            yield from _cards(state, cards)
        case Pass():
            said = _("At least one card must be played; there is no passing.")
            yield refuse("DH4.2", said, [SEATS[state.turn]], _("Play a card of your hand."))
        case Collect(kinds):
            yield _unasked(kinds)
        case Grab():
            yield _grab(state)
        case Draw():
            said = _("Cards are drawn at the end of a turn, up to {limit} in {player}'s hand.")
            rule = "DH4.5" if state.dragon == state.turn else "DH6.2"
            facts: dict[str, str | int] = {"limit": game.limit(state, state.turn), "player": SEATS[state.turn]}
            yield refuse(rule, said, [f"deck {SEATS[state.turn]}"], _("First play."), **facts)
        case Rob():
            said = _("A card comes from the other hand only when the Great Dragon is taken from there.")
            yield refuse("DH6.3", said, ["Great Dragon"], _("Collect petrified dragons with a sorceress."))
        case _:
            yield refuse("DH3.1", _("Who begins has been settled."), [SEATS[state.turn]], _task(game, state))


@enforces("DH4.1", "DH4.3")
def _cards(state: State, cards: tuple[int, ...]) -> Iterator[Objection]:
    """Cards are of the own hand, of one kind, and no more than there are free frames."""
    hand = state.hands[state.turn]
    kinds = sorted({KIND[card] for card in cards})
    facts: dict[str, str | int]
    lacking = [card for card in set(cards) if cards.count(card) > hand.count(card)]
    if lacking:
        said = _("{player} does not hold {cards}.")
        if all(card in hand for card in lacking):
            said = _("{player} does not hold so many of {cards}.")
        facts = {"player": SEATS[state.turn], "cards": noted(lacking)}
        yield refuse("DH4.1", said, [SEATS[state.turn], kinds[0].label], _("Play cards of your own hand."), **facts)
    if len(kinds) > 1:
        said = _("A turn is for a single kind; {kinds} are {count}.")
        facts = {"kinds": listed(_(PLURALS[kind]) for kind in kinds), "count": len(kinds)}
        yield refuse("DH4.1", said, [kind.label for kind in kinds], _("Play one of the kinds."), **facts)
    for kind in kinds:
        count = sum(KIND[card] is kind for card in cards)
        free = FRAMES[kind] - len(state.board[kind])
        if FRAMES[kind] and count > free:
            said = _("Frames free for {kind}: {free} of {frames}; {count} cards do not fit.")
            facts = {"free": free, "frames": FRAMES[kind], "kind": _(PLURALS[kind]), "count": count}
            yield refuse("DH4.3", said, [kind.label], _("Play {free} at most."), **facts)


@enforces("DH5.1", "DH5.4", "DH5.7", "DH5.9", "DH5.2", "DH5.6", "DH5.3", "DH5.5", "DH5.8")
def _unasked(kinds: tuple[Kind, ...]) -> Objection:
    """Nothing is collected but by the cards that are laid, and only what their arrows point at."""
    if not kinds:
        said = _("The hold is collected by whoever lays the third ship, and by nothing else.")
        return refuse("DH5.9", said, ["hold", Kind.SHIP.label], _("Play the third ship, if you hold one."))
    rule, said = {
        Kind.DWARF: ("DH5.1", _("Dwarves are collected by whoever lays the fourth, and by nothing else.")),
        Kind.TREASURE: ("DH5.4", _("Treasures collect nothing; a fire dragon or a sorceress collects them.")),
        Kind.SHIP: ("DH5.9", _("Ships are collected by nobody; they leave the game.")),
        Kind.HUNTRESS: ("DH5.2", _("Huntresses go to the hold, not to a victory pile; the third ship fetches them.")),
        Kind.KNIGHT: ("DH5.6", _("Knights go to the hold, not to a victory pile; the third ship fetches them.")),
        Kind.PETRIFIED: ("DH5.7", _("Petrified dragons collect nothing; a sorceress collects them.")),
        Kind.FIRE: ("DH5.2", _("Fire dragons are collected by whoever lays the third huntress.")),
        Kind.SORCERESS: ("DH5.5", _("Sorceresses are collected by a troll, or by two knights that choose them.")),
        Kind.TROLL: ("DH5.6", _("Trolls are collected by two knights that choose them.")),
    }[kinds[0]]
    return refuse(rule, said, [kind.label for kind in kinds], _("First play cards; they collect as their kind says."))


@enforces("DH6.1", "DH6.5")
def _grab(state: State) -> Objection:
    """The Great Dragon comes by itself, with petrified dragons that a sorceress collects."""
    places = ["Great Dragon", Kind.PETRIFIED.label]
    advice = _("Lay a sorceress while petrified dragons lie there, and choose them.")
    if not state.board[Kind.PETRIFIED]:
        return refuse("DH6.1", _("No petrified dragon lies there; an empty pile wakes nobody."), places, advice)
    said = _("The Great Dragon comes with petrified dragons that a sorceress collects, not otherwise.")
    return refuse("DH6.1", said, places, advice)


@enforces("DH5.6", "DH5.8", "DH4.1")
def _choose(game: Dragonheart, state: State, action: Action) -> Iterator[Objection]:
    """One of the two piles that the arrows point at is chosen."""
    kind = state.laid
    assert kind is not None
    piles = COLLECTS[kind]
    facts = {"kind": _(PLURALS[kind]), "first": _(PLURALS[piles[0]]), "second": _(PLURALS[piles[1]])}
    rule, places = RULES[kind], [pile.label for pile in piles]
    advice = _("Choose {first} or {second}.")
    match action:
        case Collect((pile,)) if pile in piles:
            return
        case Collect(kinds) if len(kinds) > 1:
            yield refuse(rule, _("One pile is chosen, not both."), places, advice, **facts)
        case Collect():
            said = _("The arrows of {kind} point only at {first} and {second}.")
            yield refuse(rule, said, places, advice, **facts)
        case Play(cards):
            said = _("Cards of one kind have been laid in this turn already.")
            yield refuse("DH4.1", said, places, advice, **facts)
            yield from _cards(state, cards)
        case Grab():
            yield _grab(state)
        case _:
            yield refuse(rule, _("First the pile to be collected is chosen."), places, advice, **facts)


def _where(state: State, action: Action) -> tuple[str, ...]:
    return wording.places(action) or (SEATS[state.turn],)


def _task(game: Dragonheart, state: State) -> str:
    return wording.task(game, state).words
