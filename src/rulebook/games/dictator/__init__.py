"""Dictator-Control: a battle simulator with cards on a hexagonal City."""

from rulebook.games.dictator.engine import Dictator

__all__ = ["Dictator"]
