"""Gong, the Game of Nine Galaxies: one pack for Link, Family and Fight (rules GO1 to GO6)."""

from rulebook.games.gong.engine import Gong

__all__ = ["Gong"]
