"""Dragonheart: two hands, one board, nine kinds of cards with arrows between them."""

from rulebook.games.dragonheart.engine import Dragonheart

__all__ = ["Dragonheart"]
