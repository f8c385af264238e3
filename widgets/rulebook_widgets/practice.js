// Referee and random practice beside a board.
