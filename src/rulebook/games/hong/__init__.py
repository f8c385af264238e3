"""Hong: an asymmetric game of laying two-headed dragons."""

from rulebook.games.hong.engine import Hong

__all__ = ["Hong"]
