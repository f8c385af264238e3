"""Rules of tabletop games as engines that can say why a move is illegal."""
