"""The referee of Gong: why an action is refused.

The referee reads the rules from the attempt's side and shares no list with the generators in `link.py`, `family.py`
and `fight.py`; a test holds the two readings equal. All reasons are found, and the first is the one that a reader is
told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulebook.game import Objection, enforces, listed, refuse
from rulebook.games.gong import wording
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
from rulebook.games.gong.cards import COLOURS, GALAXIES, GALAXY, JOKER, NAMES, NUMBER
from rulebook.games.gong.missions import Verb, missions
from rulebook.games.gong.state import CHANCES, Duty, Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong

_HEART = {"link": "GO4.2", "family": "GO5.1", "fight": "GO6.1"}
"""By game: the rule that says what is done in a turn."""
_ANSWERS = (Word.COUNTER, Word.ACCEPT)
"""What the player named by a joker can say."""
_CHANCE = (Draw, TurnUp, Take, Draft)


def objections(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
    if state.stage is Stage.OVER:
        advice = _("Start a new game, or step back.")
        rule = "GO5.7" if game.variant == "family" else state.won_by
        yield refuse(rule, _("The game is over."), _where(state, action), advice)
    elif state.stage in CHANCES:
        yield from _chance(game, state, action)
    elif seat_of(action) >= game.players:
        said = _("{other} does not sit at this table.")
        yield _no(game, state, "GO2.1", said, action, other=SEATS[seat_of(action)])
    elif isinstance(action, _CHANCE):
        said = _("Cards and missions come by chance, and none is due.")
        yield _no(game, state, _HEART[game.variant], said, action)
    elif state.stage is Stage.COUNTER:
        yield from _answer(game, state, action)
    elif action in _ANSWERS:
        said = _("Nobody has named {player} with a joker, so there is nothing to answer.")
        yield _no(game, state, "GO3.2", said, action, player=SEATS[state.player])
    elif isinstance(action, Joker):
        yield from _joker(game, state, action.seat)
    else:
        yield from {"link": _link, "family": _family, "fight": _fight}[game.variant](game, state, action)


def _no(game: Gong, state: State, rule: str, said: str, action: Action, **facts: str | int) -> Objection:
    """Refuse an action; what to do instead is the task of the moment."""
    return refuse(rule, said, _where(state, action), wording.task(game, state).words, **facts)


def _where(state: State, action: Action) -> tuple[str, ...]:
    return wording.places(action) or (SEATS[state.turn],)


# Chance

_DUE = {
    Stage.DEAL: ("GO2.2", Draw),
    Stage.START: ("GO4.1", TurnUp),
    Stage.PENALTY: ("GO4.8", Draw),
    Stage.OPENING: ("GO5.9", Draw),
    Stage.REVEAL: ("GO6.1", TurnUp),
    Stage.MISSION: ("GO6.6", Draft),
    Stage.SUPPLY: ("GO6.6", Draw),
    Stage.TAKE: ("GO6.6", Take),
    Stage.FACE: ("GO6.8", TurnUp),
}
"""By stage: the rule that lets chance decide, and what it decides."""


@enforces("GO2.2", "GO4.1", "GO4.4", "GO4.8", "GO5.5", "GO5.9", "GO6.1", "GO6.2", "GO6.6", "GO6.8")
def _chance(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    """What comes by chance is of the right kind, and is there to come."""
    in_vain = "GO4.4" if game.variant == "link" else "GO5.5"
    rule, kind = (in_vain, Draw) if state.stage is Stage.DRAW else _DUE[state.stage]
    if state.stage is Stage.REVEAL and game.all_dealt:
        rule = "GO6.2"
    if not isinstance(action, kind):
        yield _no(game, state, rule, _("Chance decides first."), action)
        return
    if isinstance(action, Draft):
        colour = COLOURS[NUMBER[state.card] - 1]
        if all(mission.key != action.mission for mission in missions(game.missions)[colour]):
            said = _("There is no {colour} mission called '{mission}'.")
            yield _no(game, state, rule, said, action, colour=colour, mission=action.mission)
        return
    if state.stage is Stage.TAKE:
        assert state.errand is not None
        cards = state.hands[state.errand.todo[0].other]
    elif state.stage is Stage.REVEAL and (game.all_dealt or not state.deck):
        cards = state.hands[state.turn]
    else:
        cards = state.deck
    card = card_of(action)
    if card not in cards:
        yield _no(game, state, rule, _("{card} is not there to come."), action, card=NAMES[card])


# GO3: jokers


@enforces("GO3.2")
def _answer(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    """The player named cancels the swap or lets it be, and does nothing else."""
    if action in _ANSWERS:
        return
    said = _("{player} has been named with a joker, and answers that first.")
    if isinstance(action, Joker):
        said = _("Out of turn a joker can only cancel; {player} names nobody with it.")
    yield _no(game, state, "GO3.2", said, action, player=SEATS[state.player])


@enforces("GO3.1", "GO3.2", "GO3.6")
def _joker(game: Gong, state: State, target: int) -> Iterator[Objection]:
    """A joker is played on the own turn, before the play, with another player named unless it is the last card."""
    player = SEATS[state.player]
    if state.stage is not Stage.TURN:
        said = _("A joker is played at the start of one's turn, before anything else; that moment is over.")
        if state.player != state.turn:
            said = _("It is {turn}'s turn; a joker is played on one's own turn, or to cancel another.")
        yield _no(game, state, "GO3.1", said, Joker(target), turn=SEATS[state.turn])
    hand = state.hands[state.turn]
    if JOKER not in hand:
        yield _no(game, state, "GO3.1", _("{player} holds no joker."), Joker(target), player=player)
        return
    last = len(hand) == 1 and game.variant != "family"
    if target < 0 and not last:
        said = _("A joker names a player to swap hands with.")
        yield _no(game, state, "GO3.1", said, Joker(target))
    if target == state.turn:
        yield _no(game, state, "GO3.1", _("Hands are swapped with another player."), Joker(target))
    if target >= 0 and last:
        said = _("The joker is the last card: playing it wins, and nobody is named.")
        yield refuse("GO3.6", said, [player], _("Play it alone: joker."))


# GO4: Link


def _link(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    if state.stage in (Stage.CATCH, Stage.GONG):
        yield from _speak(game, state, action)
        return
    if state.stage is Stage.FITS:
        yield from _fits(game, state, action)
        return
    match action:
        case Play(card):
            yield from _play(game, state, card)
        case Word.DRAW | Word.PASS:
            yield from _draw_or_pass(game, state, action)
        case Word.KEEP:
            yield _no(game, state, "GO4.4", _("No card has been drawn in this turn."), action)
        case Word.GONG | Word.QUIET:
            said = _('"Gong" is said between two turns, by a player with a single card.')
            yield _no(game, state, "GO4.7", said, action)
        case Catch(seat):
            yield from _catch(game, state, seat)
        case _:
            yield _no(game, state, "GO4.2", _("In Link a turn is for laying a card on the row."), action)


@enforces("GO4.2", "GO4.3", "GO1.4")
def _play(game: Gong, state: State, card: int) -> Iterator[Objection]:
    """A card is of the own hand, and has the number or the galaxy of the card on top."""
    hand = state.hands[state.turn]
    if card not in hand:
        said = _("{player} does not hold {card}.")
        yield _no(game, state, "GO4.2", said, Play(card), player=SEATS[state.turn], card=NAMES[card])
    if not state.row:
        return
    top = state.row[-1]
    if NUMBER[card] == NUMBER[top] or GALAXY[card] == GALAXY[top]:
        return
    said = _("{card} has neither the number {number} nor the galaxy {galaxy} of the card on top.")
    if COLOURS[NUMBER[card] - 1] == COLOURS[NUMBER[top] - 1]:
        said = _("{card} and {top} share the colour of their missions only; that links nothing.")
    advice = _("Play {fitting}.")
    fitting = [own for own in hand if own != JOKER and (NUMBER[own] == NUMBER[top] or GALAXY[own] == GALAXY[top])]
    if not fitting:
        advice = wording.task(game, state).words
    facts: dict[str, str | int] = {
        "card": NAMES[card],
        "top": NAMES[top],
        "number": NUMBER[top],
        "galaxy": GALAXIES[GALAXY[top]],
    }
    named = _named(tuple(fitting))
    yield refuse("GO4.2", said, [NAMES[card], "row"], advice, **facts, fitting=named)


def _named(cards: tuple[int, ...]) -> str:
    """Return cards as a choice in a sentence."""
    *first, last = (NAMES[card] for card in cards) if cards else ("",)
    return _("{first} or {last}").format(first=", ".join(first), last=last) if first else last


@enforces("GO4.4", "GO4.5")
def _draw_or_pass(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    """Who can play must; who cannot draws; passing is for when nothing can be drawn."""
    hand, player = state.hands[state.turn], SEATS[state.turn]
    top = state.row[-1] if state.row else None
    fitting = [
        card
        for card in hand
        if card != JOKER and (top is None or NUMBER[card] == NUMBER[top] or GALAXY[card] == GALAXY[top])
    ]
    if fitting:
        said = _("{player} holds a card that fits, and must play.")
        places = [NAMES[card] for card in fitting]
        yield refuse("GO4.4", said, places, _("Play {fitting}."), player=player, fitting=_named(tuple(fitting)))
    left = bool(state.deck) or len(state.row) > 1 or state.spent > 0
    if action is Word.PASS and left and not fitting:
        yield refuse("GO4.4", _("Who cannot play draws a card."), ["deck"], _("Draw a card."))
    if action is Word.DRAW and not left:
        said = _("Deck and discards are empty: nothing can be drawn.")
        yield refuse("GO4.5", said, ["deck"], _("Pass."))


@enforces("GO4.4")
def _fits(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    """The card just drawn fits: it is played at once, or kept."""
    if action in (Word.KEEP, Play(state.card)):
        return
    said = _("After drawing, only the card just drawn may be played.")
    if not isinstance(action, Play):
        said = _("A card has been drawn that fits: play it or keep it.")
    yield _no(game, state, "GO4.4", said, action)
    if isinstance(action, Play):
        yield from _play(game, state, action.card)


@enforces("GO4.7", "GO4.8", "GO4.9")
def _speak(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    """Between two turns: first the others, from the second pause on, then the one with the single card."""
    single = SEATS[state.who]
    match action:
        case Word.QUIET:
            return
        case Word.GONG if state.stage is Stage.GONG:
            return
        case Word.GONG:
            said = _('It is for {single} to say "Gong"; {player} can catch {single}, or say nothing.')
            yield _no(game, state, "GO4.9", said, action, single=single, player=SEATS[state.player])
        case Catch(seat):
            yield from _catch(game, state, seat)
        case _:
            said = _("Between two turns the table is asked about {single}'s single card first.")
            yield _no(game, state, "GO4.9", said, action, single=single)


@enforces("GO4.8", "GO4.9")
def _catch(game: Gong, state: State, seat: int) -> Iterator[Objection]:
    """Caught is another player with a single card who has not spoken, after the next player has had a turn."""
    facts: dict[str, str | int] = {"other": SEATS[seat], "count": len(state.hands[seat])}
    if seat == state.player:
        said = _("Nobody catches themselves.")
    elif len(state.hands[seat]) != 1:
        said = _("{other} holds {count} cards, not a single one.")
    elif state.duty[seat] is Duty.DONE:
        said = _("{other} has settled that already.")
    elif state.duty[seat] is Duty.NEW:
        said = _("It is too early: the next player has not had a turn since {other} came down to one card.")
    elif state.stage is Stage.TURN:
        said = _("{other} can be caught between two turns only, not during one.")
    elif seat != state.who:
        said = _("{other}'s single card is dealt with in its turn, clockwise.")
    else:
        return
    yield _no(game, state, "GO4.8", said, Catch(seat), **facts)


# GO5: Family


@enforces("GO5.1", "GO5.2", "GO5.3", "GO5.5", "GO5.9", "GO3.5")
def _family(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    """A turn is for asking; who has no card of a galaxy passes."""
    hand, player = state.hands[state.turn], SEATS[state.turn]
    match action:
        case Ask(seat, card):
            yield from _ask(game, state, seat, card)
        case Word.PASS:
            galaxies = list(dict.fromkeys(GALAXIES[GALAXY[card]] for card in hand if card != JOKER))
            if galaxies:
                said = _("{player} holds cards of {galaxies}, and asks for one of these galaxies.")
                advice = _("Ask another player.")
                yield refuse("GO5.9", said, galaxies, advice, player=player, galaxies=listed(galaxies))
        case Word.DRAW:
            said = _("A card is drawn only when somebody has been asked in vain.")
            yield _no(game, state, "GO5.5", said, action)
        case _:
            yield _no(game, state, "GO5.1", _("In Family a turn is for asking other players for cards."), action)


@enforces("GO5.1", "GO5.2", "GO5.3", "GO3.5")
def _ask(game: Gong, state: State, seat: int, card: int) -> Iterator[Objection]:
    """Asked is another player, for a card of a galaxy that the asker holds, and not for one in the own hand."""
    hand, player = state.hands[state.turn], SEATS[state.turn]
    if seat == state.turn:
        yield _no(game, state, "GO5.3", _("Nobody asks themselves."), Ask(seat, card))
    if card == JOKER:
        said = _("A joker belongs to no galaxy; nobody can ask for it.")
        yield _no(game, state, "GO3.5", said, Ask(seat, card))
        return
    facts = {"player": player, "card": NAMES[card], "galaxy": GALAXIES[GALAXY[card]]}
    if card in hand:
        yield _no(game, state, "GO5.3", _("{player} holds {card} already."), Ask(seat, card), **facts)
    if all(own == JOKER or GALAXY[own] != GALAXY[card] for own in hand):
        said = _("{player} holds no card of {galaxy}, and so cannot ask for one.")
        if any(galaxy == GALAXY[card] for galaxy, _seat in state.families):
            said = _("{galaxy} has been laid down; nobody holds a card of it.")
        yield _no(game, state, "GO5.2", said, Ask(seat, card), **facts)


# GO6: Fight

_ASKED: dict[Verb, tuple[str, type, str]] = {
    Verb.CHOOSE: ("GO6.6", Choose, _("The mission asks {player} to choose another player.")),
    Verb.LAY: ("GO6.6", Lay, _("The mission asks {player} to lay down a card.")),
    Verb.LAY_NUMBER: ("GO6.6", Number, _("The mission asks {player} to choose a number and lay down all its cards.")),
    Verb.GIVE: ("GO6.6", Give, _("The mission asks {player} to give away a card.")),
    Verb.DUEL: ("GO6.7", Show, _("In a duel {player} chooses a card in secret.")),
    Verb.MELEE: ("GO6.10", Show, _("In a melee {player} chooses a card in secret.")),
    Verb.RIDDLE: ("GO6.9", Hide, _("For a riddle {player} lays a card face down.")),
}
"""By verb: its rule, what is done, and how to say so."""


@enforces("GO6.1", "GO6.3", "GO6.6", "GO6.7", "GO6.9", "GO6.10")
def _fight(game: Gong, state: State, action: Action) -> Iterator[Objection]:
    """A turn begins with turning up; then the mission asks for one thing after another."""
    player = SEATS[state.player]
    if state.stage is Stage.TURN:
        if action is not Word.TURN_UP:
            said = _("First {player} turns up a card; its mission says what is done.")
            yield _no(game, state, "GO6.1", said, action, player=player)
        return
    if action is Word.TURN_UP:
        said = _("One card is turned up in a turn, and its mission is not done yet.")
        yield _no(game, state, "GO6.3", said, action)
        return
    assert state.errand is not None
    task = state.errand.todo[0]
    rule, kind, said = _ASKED[task.verb]
    if task.verb is Verb.RIDDLE and state.player == task.other:
        if not isinstance(action, Name):
            said = _("{player} names the galaxy of the card that lies face down.")
            yield _no(game, state, rule, said, action, player=player)
    elif isinstance(action, Play) and kind in (Lay, Give, Show, Hide):
        # Only who writes a card without a verb comes here.
        advice = _("Write {form}.")
        yield refuse(rule, said, _where(state, action), advice, player=player, form=str(kind(action.card)))
    elif not isinstance(action, kind):
        yield _no(game, state, rule, said, action, player=player)
    else:
        yield from _done(game, state, action, rule)


@enforces("GO6.6", "GO6.7", "GO6.9", "GO6.10")
def _done(game: Gong, state: State, action: Action, rule: str) -> Iterator[Objection]:
    """What a mission asks for is done with another player, and with cards of the own hand."""
    hand, player = state.hands[state.player], SEATS[state.player]
    match action:
        case Choose(seat):
            if seat == state.player:
                yield _no(game, state, rule, _("Another player is to be chosen."), action)
        case Number(number):
            if all(NUMBER[card] != number for card in hand):
                said = _("{player} holds no card of the number {number}.")
                yield _no(game, state, rule, said, action, player=player, number=number)
        case Hide(card) if card == JOKER:
            said = _("A joker has no galaxy that could be guessed.")
            yield _no(game, state, rule, said, action)
        case Lay(card) | Give(card) | Show(card) | Hide(card):
            if card not in hand:
                said = _("{player} does not hold {card}.")
                yield _no(game, state, rule, said, action, player=player, card=NAMES[card])
        case _:
            yield _no(game, state, rule, _("The mission asks for something else."), action)
