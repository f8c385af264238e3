// The link to what a board shows: the address that follows the play, and a way to share it.
