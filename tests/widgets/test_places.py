"""Places for readers: who comes first is let in first, nobody takes a place twice, who leaves the line is forgotten."""

import pytest

from rulebook_widgets.places import PATIENCE, Places


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def places(clock):
    return Places(limit=2, clock=clock)


def come_in(places, taken, ticket=""):
    turn = places.ask(taken, ticket)
    assert turn.ahead == 0
    return turn


def test_without_a_limit_everybody_comes_in():
    places = Places()
    for taken in range(1000):
        come_in(places, taken)


def test_readers_come_in_while_there_are_places(places):
    come_in(places, 0)
    come_in(places, 0)  # The first has no kernel yet.
    assert places.ask(0).ahead == 1


def test_who_has_arrived_is_counted_once(places):
    come_in(places, 0)
    places.arrived()
    come_in(places, 1)
    assert places.starting == 1


def test_the_line_keeps_its_order(places):
    first, second = places.ask(2), places.ask(2)
    assert (first.ahead, second.ahead) == (1, 2)
    assert places.ask(2).ahead == 3
    assert places.ask(1, second.ticket).ahead == 1
    assert places.ask(1).ahead == 3
    come_in(places, 1, first.ticket)
    places.arrived()
    assert places.ask(2, second.ticket).ahead == 1


def test_a_newcomer_does_not_pass_those_who_wait(places):
    first = places.ask(2)
    newcomer = places.ask(1)
    assert newcomer.ahead == 1
    come_in(places, 1, first.ticket)


def test_who_does_not_ask_for_a_while_has_left_the_line(places, clock):
    first = places.ask(2)
    clock.now = PATIENCE - 1
    second = places.ask(2)
    clock.now = PATIENCE + 1
    come_in(places, 1, second.ticket)
    assert places.ask(2, first.ticket).ticket != first.ticket


@pytest.mark.parametrize("forged", ["", "1", "x" * 10_000, "../..", "\x00"])
def test_a_forged_ticket_goes_to_the_end(places, forged):
    places.ask(2)
    assert places.ask(2, forged).ahead == 2


def test_tickets_differ(places):
    assert len({places.ask(2).ticket for _ in range(50)}) == 50
