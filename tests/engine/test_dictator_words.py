"""What is told of Dictator-Control is true: every sentence of random play is held against the state by other means."""

import random
from pathlib import Path

import pytest

from rulebook.exercise import exercises
from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.games.dictator.actions import Attack, Use
from rulebook.games.dictator.cards import CARDS, POWERS, find
from rulebook.games.dictator.city import CITY
from rulebook.games.dictator.state import Stage
from rulebook.registry import parse_game
from rulebook.script import find as find_script

BATTLE = find_script("dictator/training-battle")
ENGINE = Path(__file__).parents[2] / "src/rulebook/games/dictator"
SCRIPT_WORDS = {step.words for step in BATTLE.stops}


class Witness:
    """Holds one sentence against the states before and after; `facts` are what the sentence says."""

    def __init__(self, game, before, after, event, energy):
        self.game, self.before, self.after, self.energy = game, before, after, energy
        self.facts = dict(event.facts)

    @property
    def seat(self):
        return self.game.seats.index(self.facts["player"])

    def unit(self, key="token", state=None):
        """Return the battalion that a fact names, as it is afterwards or in another state."""
        letter, number = self.facts[key].split("-")
        seat = self.game.mission_data.letters.index(letter)
        return next(b for b in (state or self.after).battalions if (b.seat, b.number) == (seat, int(number)))

    def cards(self, key):
        return [find(word) for word in self.facts[key].replace(" and ", ", ").split(", ")]

    def moved(self):
        there, here = self.unit(), self.unit(state=self.before)
        return there.place == self.facts["to"] and here.place == self.facts["start"]

    def exchanged(self):
        first, second = self.unit("first"), self.unit("second")
        given = set(self.cards("give")) if self.facts["give"] else set()
        taken = set(self.cards("take")) if self.facts["take"] else set()
        was = self.unit("first", self.before)
        return given <= set(was.cards) & set(second.cards) and taken <= set(first.cards) - set(was.cards)

    def attacked(self):
        sector = CITY.find(self.facts["sector"])
        if str(self.facts["target"]).startswith("Guild"):
            return self.before.guild_at(sector)
        return self.unit("target", self.before).sector == sector

    def paid(self, change):
        """Keep the book of Energy: what is told is what was there, changed by what is told."""
        self.energy[self.seat] = min(12, max(0, self.energy[self.seat] + change))
        return self.facts["energy"] == self.energy[self.seat]

    def rolled(self):
        fight = self.before.battle
        sums = {fight.sums[side] for side in (0, 1)} if fight and fight.sums else {total(self.game, self.before, 0)}
        return 1 <= self.facts["pips"] <= 6 and self.facts["sum"] - self.facts["pips"] in sums


def total(game, state, side):
    """Add a side's cards up anew from what is printed on them, in games without fog."""
    fight = state.battle
    key = (fight.attacker, fight.defender)[side]
    named = [(by, POWERS[power].name) for by, power in fight.conditions]
    if key < 0:
        return max(0, game.mission_data.guild - 2 * ((0, "Acid Spray") in named))
    hushed = {"Corrosion": "PAR-Infantry", "Barrage": "Bio-Mech"}
    mute = {hushed.get(name) for by, name in named if by != side}
    own = sum(CARDS[card].strength for card in state.battalion(key).cards if CARDS[card].type not in mute)
    return own + sum(bonus.value for bonus in fight.bonuses if bonus.side == side)


def sums_that_can_close(game, before):
    """Return the sums that can be fixed in this ply: those before it, and after each action that it can be."""
    after = [game.apply(before, action) for action in game.legal_actions(before)]
    return {(total(game, s, 0), total(game, s, 1)) for s in (before, *after) if s.battle and s.stage < Stage.LOSS}


CHECKS = {
    "{token} moves from {start} to {to}.": Witness.moved,
    "{card}, {power}: {token} goes from {start} to {to}.": Witness.moved,
    "{first} and {second} exchange {give} and {take}; both have acted.": Witness.exchanged,
    "{first} hands {give} over to {second}; both have acted.": Witness.exchanged,
    "{second} hands {take} over to {first}; both have acted.": Witness.exchanged,
    "{attacker} attacks {target} on {sector}.": Witness.attacked,
    "The {player} gains {by} Energy and has {energy}.": lambda w: w.paid(w.facts["by"]),
    "The {player} gains {by} Energy, but the scale ends at {most}: it is lost.": lambda w: w.energy[w.seat] == 12,
    "The {player} loses {by} Energy and has {energy}.": lambda w: w.paid(-w.facts["by"]),
    "{card} pays {cost} Energy for {power}; the {player} has {energy}.": lambda w: w.paid(-w.facts["cost"]),
    "{card}, {power}: {target} is undamaged again.": lambda w: (
        w.before.damaged >> find(w.facts["target"]) & 1 and not w.after.damaged >> find(w.facts["target"]) & 1
    ),
    "{side} damages {card}.": lambda w: (
        not w.before.damaged >> find(w.facts["card"]) & 1
        and (w.after.damaged >> find(w.facts["card"]) & 1 or find(w.facts["card"]) in w.after.dump)
    ),
    "{card}, {power}: {target} goes to the Dump.": lambda w: find(w.facts["target"]) in w.after.dump,
    "{card}, {power}: {target} comes over to {side}, and {card} goes to the Dump.": lambda w: (
        find(w.facts["card"]) in w.after.dump
        and find(w.facts["target"]) not in w.after.of(w.unit("side", w.before).seat ^ 1)
    ),
    "All cards of {side} are damaged: it is annihilated. To the Dump: {cards}.": lambda w: (
        set(w.cards("cards")) <= set(w.after.dump)
    ),
    "Four cards are one too many for {token}: {card} goes to the Dump.": lambda w: (
        find(w.facts["card"]) in w.after.dump and len(w.unit().cards) == 3
    ),
    "{own} : {other}: {winner} wins.": lambda w: w.facts["own"] != w.facts["other"],
    "{own} : {other}, a draw: nobody loses, and there is no Damage phase.": lambda w: (
        w.facts["own"] == w.facts["other"] and w.before.damaged == w.after.damaged
    ),
    "Strength: {attacker} has {own}, {defender} has {other}.": lambda w: (
        (w.facts["own"], w.facts["other"]) in sums_that_can_close(w.game, w.before) or w.before.battle is None
    ),
    "{guild} falls; its token leaves {sector}, an ordinary sector from now on.": lambda w: (
        w.before.guild_at(CITY.find(w.facts["sector"])) and not w.after.guild_at(CITY.find(w.facts["sector"]))
    ),
    "{card} joins {token}.": lambda w: find(w.facts["card"]) in w.unit().cards,
    "Big Brother sees {card}.": lambda w: find(w.facts["card"]) in w.after.top,
    "{others} go back on top, in the same order.": lambda w: w.cards("others") == list(w.after.top),
    "The turn passes to the {player}.": lambda w: w.after.turn == w.seat,
    "The {player} rolls {pips} for {side}: {sum}.": Witness.rolled,
    "The {player} rolls again for {side}, {pips}: {sum}.": Witness.rolled,
    "{card}, {power}: +{value}, so {side} has {sum}.": lambda w: (
        w.facts["sum"] in ({total(w.game, w.before, side) + w.facts["value"] for side in (0, 1)})
    ),
    "The {player} has no battalion left and is out.": lambda w: not w.after.of(w.seat),
    "Only the {player} has a battalion left, and wins.": lambda w: {b.seat for b in w.after.battalions} == {w.seat},
}
"""Message -> whether the sentence is true; every message of the engine that states a change of the board is here."""


def witness(game, before, after, events):
    """Hold the sentences of one ply against what happened; return how many there were to be held."""
    energy, held = list(before.energy), 0
    for event in events:
        if check := CHECKS.get(event.message):
            assert check(Witness(game, before, after, event, energy)), f"{event.words} in {game.to_text(before)}"
            held += 1
    assert tuple(energy) == after.energy, "all Energy that came or went was told"
    return held


@pytest.mark.parametrize("seed", range(40))
def test_random_deviations_from_the_training_battle_tell_no_false_sentence(seed):
    rng = random.Random(seed)
    game = BATTLE.line.game
    step = rng.choice(BATTLE.stops)
    state = BATTLE.line.states[step.ply]
    held = 0
    for _ply in range(120):
        seat = game.current_player(state)
        if seat == TERMINAL:
            break
        actions = game.legal_actions(state)
        bold = [action for action in actions if isinstance(action, Attack | Use)]
        if seat == CHANCE:
            action = draw(game, state, rng)
        else:
            action = rng.choice(bold if bold and rng.random() < 0.6 else actions)
        events = []
        after = game.apply(state, action, events)
        assert not SCRIPT_WORDS & {event.words for event in events}
        held += witness(game, state, after, events)
        state = after
    assert held > 40


@pytest.mark.parametrize("mission", ["chaos", "triumvirate", "dissension", "double"])
def test_other_missions_tell_no_false_sentence(mission):
    game = parse_game(f"dictator mission={mission}")
    rng = random.Random(mission)
    state, seen = game.initial_state(), set()
    while game.current_player(state) != TERMINAL:
        chance = game.current_player(state) == CHANCE
        action = draw(game, state, rng) if chance else rng.choice(game.legal_actions(state))
        events = []
        after = game.apply(state, action, events)
        witness(game, state, after, events)
        seen |= {event.message for event in events}
        state = after
    assert len(seen) > 15


def test_every_check_is_for_a_sentence_that_the_engine_can_say():
    said = "".join(path.read_text("utf-8") for path in ENGINE.glob("*.py"))
    assert not [message for message in CHECKS if message not in said]


def test_tasks_and_actions_are_told_in_whole_words():
    for entry in exercises("dictator").values():
        state = entry.state
        task = entry.game.task(state)
        assert "{" not in task.words
        for action in entry.game.legal_actions(state):
            assert "{" not in entry.game.say(state, action)
