// The presenter: board and words for the last row, keys of a clicker, a spotlight.
