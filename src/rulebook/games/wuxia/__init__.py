"""Wu-xia: Battles of the Monasteries, a battle of patterns (rules WX1 to WX6)."""

from rulebook.games.wuxia.engine import Wuxia

__all__ = ["Wuxia"]
