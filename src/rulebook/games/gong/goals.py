"""What exercises of Gong can ask: goals on a line of play, and questions with a number for an answer.

The *mover* is the player who decides in the first state of a line. Cards that come by chance after the last ply do not
count, and neither does what the other players may do next, unless a goal says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

from rulebook.game import TERMINAL, Addend
from rulebook.games.gong.actions import SEATS, Ask, Draw, Word
from rulebook.games.gong.cards import (
    COLOURS,
    FITS,
    GALAXIES,
    GALAXY,
    HAND,
    JOKER,
    NO_CARD,
    NUMBER,
    SIZE,
    Cards,
    pack,
)
from rulebook.games.gong.deck import discards
from rulebook.games.gong.engine import MOST_PLAYERS, Gong
from rulebook.games.gong.family import leader
from rulebook.games.gong.link import fitting
from rulebook.games.gong.memory import certain
from rulebook.games.gong.missions import Task, Verb
from rulebook.games.gong.sheet import where
from rulebook.games.gong.state import NOBODY, Duty, Stage, State
from rulebook.words import _

# Goals


def together(game: Gong, line: Sequence[State], **goals: dict[str, object]) -> bool:
    """Tell whether several goals are reached, each given by its name with its parameters."""
    return all(GOALS[goal](game, line, **parameters) for goal, parameters in goals.items())


def wins(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the game is over and the mover has won."""
    return line[-1].player == TERMINAL and line[-1].winner == line[0].player


def linked(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the card laid on the row is one that most of the mover's other cards fit, and at least one does."""
    first, last, mover = line[0], line[-1], line[0].player
    if first.stage is not Stage.TURN or len(last.row) != len(first.row) + 1:
        return False
    most = max(len(FITS[card] & set(first.hands[mover])) for card in fitting(first.row, first.hands[mover]))
    return len(FITS[last.row[-1]] & set(last.hands[mover])) == most > 0


def strands(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether a card has been laid on the row that leaves the next player none to lay, and no joker."""
    last = line[-1]
    if len(last.row) <= len(line[0].row) or last.player == TERMINAL:
        return False
    hand = last.hands[last.then if last.then != NOBODY else last.turn]
    return not fitting(last.row, hand) and JOKER not in hand


def assured(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the mover has laid a card and can lay another in the next turn, whatever happens until then."""
    mover = line[0].player
    if len(line[-1].row) <= len(line[0].row) or line[-1].player == TERMINAL:
        return False
    return all(
        state.stage is Stage.TURN and bool(fitting(state.row, state.hands[mover]))
        for state in _own_turns(game, line[-1], mover)
    )


def _own_turns(game: Gong, state: State, mover: int) -> Iterator[State]:
    """Yield each state in which the mover's next turn can begin, and each in which the game can end before it."""
    if state.player == TERMINAL or (state.stage is Stage.TURN and state.turn == mover):
        yield state
        return
    if state.stage is Stage.GONG and state.who == mover:
        yield from _own_turns(game, game.apply(state, Word.GONG), mover)
        return
    for action in game.legal_actions(state):
        yield from _own_turns(game, game.apply(state, action), mover)


def receives(game: Gong, line: Sequence[State], cards: int) -> bool:
    """Tell whether so many cards have come to the mover, those of galaxies laid down since included."""
    mover = line[0].player
    return _gathered(line[-1], mover) - _gathered(line[0], mover) == cards


def _gathered(state: State, seat: int) -> int:
    return len(state.hands[seat]) + SIZE * sum(owner == seat for _galaxy, owner in state.families)


def lays(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the mover has laid down a whole galaxy."""
    mover = line[0].player
    return sum(owner == mover for _galaxy, owner in line[-1].families[len(line[0].families) :]) > 0


def knew(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the mover has got a card by an ask that could not fail, by what the mover remembers."""
    first, mover = line[0], line[0].player
    if first.stage is not Stage.TURN or not receives(game, line, 1):
        return False
    for holder, hand in enumerate(first.hands):
        gone = set(hand) - set(line[-1].hands[holder])
        if holder != mover and gone:
            return where(game, first, mover)[gone.pop()] == {holder}
    return False


def sheds(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the mover has chosen a number and laid down as many cards of it as of any other."""
    first, mover = line[0], line[0].player
    if _faced(first) is not Verb.LAY_NUMBER:
        return False
    numbers = [NUMBER[card] for card in first.hands[mover]]
    most = max(numbers.count(number) for number in numbers)
    return len(first.hands[mover]) - len(line[-1].hands[mover]) == most


def unbeaten(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the card that the mover has chosen is not lower than any that the other duellist holds."""
    last, mover = line[-1], line[0].player
    if _faced(last) is not Verb.DUEL or last.player == mover or _chosen(last, mover) == NO_CARD:
        return False
    return NUMBER[_chosen(last, mover)] >= max(NUMBER[card] for card in last.hands[last.player])


def prevails(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the card that the mover has chosen is laid down in the melee, whatever the others show."""
    last, mover = line[-1], line[0].player
    if _faced(last) is not Verb.MELEE or _chosen(last, mover) == NO_CARD:
        return False
    own = NUMBER[_chosen(last, mover)]
    others = [{NUMBER[card] for card in hand} for seat, hand in enumerate(last.hands) if seat != mover and hand]
    return all(
        own not in shown and all(shown.count(number) > 1 for number in shown if number > own)
        for shown in product(*others)
    )


def mystery(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether the card hidden for a riddle is of a galaxy of which the other has seen no card in that hand."""
    last, mover = line[-1], line[0].player
    if _faced(last) is not Verb.RIDDLE or _chosen(last, mover) == NO_CARD:
        return False
    seen = {GALAXY[card] for card in certain(last, last.player, mover)}
    return GALAXY[_chosen(last, mover)] not in seen


def level(game: Gong, line: Sequence[State]) -> bool:
    """Tell whether nobody has fewer cards than the mover at the end."""
    return len(line[-1].hands[line[0].player]) == min(map(len, line[-1].hands))


def keeps(game: Gong, line: Sequence[State], number: int) -> bool:
    """Tell whether the mover holds a card of the number at the end; the number of a joker is 0."""
    return number in {NUMBER[card] for card in line[-1].hands[line[0].player]}


def _task(state: State) -> Task | None:
    """Return what a mission asks for where somebody decides, or `None`."""
    return state.errand.todo[0] if state.stage is Stage.ERRAND and state.errand is not None else None


def _faced(state: State) -> Verb | None:
    task = _task(state)
    return None if task is None else task.verb


def _chosen(state: State, seat: int) -> int:
    """Return the card that a seat has chosen in secret, or `NO_CARD`."""
    secret = state.errand.secret if state.errand is not None else ()
    return secret[seat] if secret else NO_CARD


GOALS: dict[str, Callable[..., bool]] = {
    goal.__name__: goal
    for goal in (
        together, wins, linked, strands, assured, receives, lays, knew, sheds, unbeaten, prevails, mystery, level,
        keeps,
    )
}  # fmt: skip


# Questions


def bonuses(game: Gong, state: State) -> int:
    """Return how many cards with a blue mission the player who decides holds."""
    return sum(COLOURS[NUMBER[card] - 1] == "blue" for card in _own(state) if card != JOKER)


def galaxies(game: Gong, state: State) -> int:
    """Return of how many galaxies the player who decides holds a card."""
    return len({GALAXY[card] for card in _own(state) if card != JOKER})


def one_more(game: Gong, state: State) -> int:
    """Return how many cards the deck would have after the deal if one more player sat down; 0 if nobody can."""
    return len(pack(game.jokers)) - HAND * (game.players + 1) if game.players < MOST_PLAYERS else 0


def renewed(game: Gong, state: State) -> int:
    """Return how many cards become the new deck when the next one is drawn or turned up; 0 while there is a deck."""
    return 0 if state.deck or game.variant == "family" else len(discards(state, game.linked))


def meanwhile(game: Gong, state: State) -> int:
    """Return how many turns others have before the one who played a joker, if it is cancelled."""
    if state.stage is not Stage.COUNTER:
        return 0
    after = state.who  # The turn passes to the one who cancels, and goes on clockwise from there (GO3.2).
    return (state.turn - after) % game.players


def finishers(game: Gong, state: State) -> int:
    """Return how many players of Link or Fight would win by a single play if it were their turn."""
    if state.stage is not Stage.TURN or not game.goes_out:
        return 0
    turns = [state._replace(player=seat, turn=seat) for seat in range(game.players)]
    return sum(
        any(game.apply(turn, action).winner == turn.turn for action in game.legal_actions(turn)) for turn in turns
    )


def fits(game: Gong, state: State) -> int:
    """Return how many cards of the player whose turn it is fit the card on top."""
    return len(fitting(state.row, state.hands[state.turn])) if state.stage is Stage.TURN and state.row else 0


def unseen_fits(game: Gong, state: State) -> int:
    """Return how many cards that fit the card on top lie neither in the row nor in the hand of the player on turn."""
    if state.stage is not Stage.TURN or not state.row:
        return 0
    return len(FITS[state.row[-1]] - set(state.row) - set(state.hands[state.turn]))


def catchable(game: Gong, state: State) -> int:
    """Return how many players can be caught in this pause, if nobody says the word in time."""
    return sum(duty is Duty.LATE for duty in state.duty)


def asks(game: Gong, state: State) -> int:
    """Return among how many asks the player on turn can choose."""
    return sum(isinstance(action, Ask) for action in game.legal_actions(state)) if state.stage is Stage.TURN else 0


def plunder(game: Gong, state: State) -> int:
    """Return how many cards the player on turn gets by asking on and on, always for a card that is there."""
    if state.stage is not Stage.TURN:
        return 0
    held = {GALAXY[card] for card in _own(state) if card != JOKER}
    others = [hand for seat, hand in enumerate(state.hands) if seat != state.turn]
    return sum(card != JOKER and GALAXY[card] in held for hand in others for card in hand)


def hopeful(game: Gong, state: State) -> int:
    """Return for how many cards the player on turn can ask the next one with any hope, by what it remembers."""
    if state.stage is not Stage.TURN:
        return 0
    other = (state.turn + 1) % game.players
    known = where(game, state, state.turn)
    found = {action.card for action in game.legal_actions(state) if isinstance(action, Ask)}
    return sum(other in known[card] for card in found)


def lucky(game: Gong, state: State) -> int:
    """Return how many cards of the deck let the player on turn go on after the best ask in vain."""
    best = 0
    for action in game.legal_actions(state):
        after = game.apply(state, action)
        if isinstance(action, Ask) and after.stage is Stage.DRAW:
            draws = [game.apply(after, Draw(card)) for card in after.deck]
            best = max(best, sum(drawn.turn == state.turn for drawn in draws))
    return best


def ninth(game: Gong, state: State) -> int:
    """Return how many of the players would win by laying down the last galaxy; 0 while more than one is left."""
    laid = {galaxy for galaxy, _seat in state.families}
    left = [galaxy for galaxy in range(len(GALAXIES)) if galaxy not in laid]
    if len(left) != 1:
        return 0
    ends = [state._replace(families=(*state.families, (left[0], seat))) for seat in range(game.players)]
    return sum(leader(game, end) == seat for seat, end in enumerate(ends))


def own_row(game: Gong, state: State) -> int:
    """Return how many cards of the hand can be turned up and bring a blue mission; 0 where there is a deck (GO6.2)."""
    if state.stage is not Stage.TURN or not game.all_dealt:
        return 0
    return sum(COLOURS[NUMBER[card] - 1] == "blue" for card in state.hands[state.turn])


def outdrawn(game: Gong, state: State) -> int:
    """Return in how many ways two cards of the deck can be turned up in a draw-off, the first being the higher."""
    todo = state.errand.todo if state.errand is not None else ()
    if not any(task.verb is Verb.DRAW_OFF for task in todo):
        return 0
    return sum(NUMBER[first] > NUMBER[second] for first, second in permutations(state.deck, 2))


def gifts(game: Gong, state: State) -> int:
    """Return how many cards the player on turn still gives away in this mission."""
    todo = state.errand.todo if state.errand is not None else ()
    return sum(task.verb is Verb.GIVE and task.seat == state.turn for task in todo)


def losing(game: Gong, state: State) -> int:
    """Return how many cards of the one who is first to choose in a duel are lower than all that the other holds."""
    task = _task(state)
    if task is None or task.verb is not Verb.DUEL or state.player != task.seat:
        return 0
    least = min(NUMBER[card] for card in state.hands[task.other])
    return sum(NUMBER[card] < least for card in state.hands[task.seat])


def _own(state: State) -> Cards:
    return state.hands[state.player] if state.player >= 0 else ()


QUESTIONS: dict[str, Callable[[Gong, State], int]] = {
    question.__name__: question
    for question in (
        bonuses, galaxies, one_more, renewed, meanwhile, finishers, fits, unseen_fits, catchable, asks, plunder,
        hopeful, lucky, ninth, own_row, outdrawn, gifts, losing,
    )
}  # fmt: skip


def _by_galaxy(game: Gong, state: State) -> tuple[Addend, ...]:
    """Return the asks open to the player on turn, a line a galaxy."""
    if state.stage is not Stage.TURN:
        return ()
    hand, others = state.hands[state.turn], game.players - 1
    said = _("{galaxy}: {missing} cards to ask for, of {others} players")
    lines = []
    for galaxy in dict.fromkeys(GALAXY[card] for card in hand if card != JOKER):
        missing = SIZE - sum(GALAXY[card] == galaxy for card in hand)
        facts = (("galaxy", GALAXIES[galaxy]), ("missing", missing), ("others", others))
        lines.append(Addend("GO5.1", said, facts, (SEATS[state.turn],), missing * others))
    return tuple(lines)


SUMS: dict[str, Callable[[Gong, State], tuple[Addend, ...]]] = {"asks": _by_galaxy}
"""Questions for which a reader adds up lines, for hints."""
