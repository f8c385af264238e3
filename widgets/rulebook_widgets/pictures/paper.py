"""What paper tells beside a picture: a board that can be touched shows it when it is asked, a sheet cannot be asked."""

from __future__ import annotations

from typing import Any

from rulebook.game import AnyGame, Place
from rulebook.games.dictator.cards import CARDS, Face
from rulebook.games.dictator.state import Battalion, Stage
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.dictator_table import card_of, sees, stands
from rulebook_widgets.pictures.dictator_words import battalion_words, effect


def beside(game: AnyGame, state: Any, viewer: int | None = None) -> list[str]:
    """Return what a picture leaves out, a line each: who lies in the lair, which cards a token stands for."""
    if game.key == "hong":
        return [note] if (note := picture_of(game).note(state)) else []
    return [f"{battalion_words(game, state, one, viewer)}." for one in _standing(game, state, viewer)]


def known_cards(game: AnyGame, state: Any, places: tuple[Place, ...] = (), viewer: int | None = None) -> frozenset[int]:
    """Return the cards whose print one has to know, by their numbers: those that are seen, and those at the places.

    Only Dictator-Control has cards of which a picture shows a part alone.
    """
    if game.key != "dictator":
        return frozenset()
    standing = _standing(game, state, viewer)
    seen = {card for one in standing for card in one.cards if sees(game, state, card, one, viewer)}
    return frozenset(seen | {card for place in places if (card := card_of(place)) is not None})


def printed(numbers: frozenset[int]) -> list[str]:
    """Return what is printed on cards, each once, in the order of the deck."""
    return [_printed(CARDS[number]) for number in sorted(numbers)]


def _printed(face: Face) -> str:
    """Return what is printed on a card, shorter than it is told: its kind, its Strength and its actions."""
    said = [f"{face.code} {face.name}, {face.type}, {face.strength}"]
    said += [f"{power.name} ({power.phase}, {power.cost}): {effect(power)}" for power in face.powers]
    return "; ".join(said) + "."


def _standing(game: AnyGame, state: Any, viewer: int | None) -> list[Battalion]:
    """Return the battalions of Dictator-Control of which something is known, in the order of their sides."""
    if game.key != "dictator":
        return []
    forming = state.stage in (Stage.FORM, Stage.PLACE) and not game.fog
    return [one for one in state.battalions if forming or stands(game, state, one, viewer)]
