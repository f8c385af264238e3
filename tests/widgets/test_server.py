"""The commands that serve the book: options that cannot be are refused in one line."""

import socket
from pathlib import Path

import pytest

from rulebook_widgets.server import UsageError, find_book, free_port, jupyter, serve

BOOK = Path(__file__).parents[2] / "book"


def test_the_book_is_found_where_it_is_named():
    assert find_book(BOOK) == BOOK.resolve()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--book", "/nowhere"], "no book in /nowhere"),
        (["--book", str(BOOK), "--port", "99999"], "from 1 to 65535"),
        (["--book", str(BOOK), "--idle", "1"], "at least 10 seconds"),
    ],
)
def test_serve_refuses_what_cannot_be(words, complaint, capsys):
    assert serve(words) == 2
    assert complaint in capsys.readouterr().err


def test_lab_refuses_what_cannot_be(capsys):
    assert jupyter(["--book", "/nowhere"]) == 2
    assert "no book in /nowhere" in capsys.readouterr().err


def test_a_busy_port_is_passed_over(capsys):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert free_port("127.0.0.1", port) != port
        assert f"Port {port} is busy" in capsys.readouterr().out
    with pytest.raises(UsageError, match="no address"):
        free_port("203.0.113.1", 8866, tries=2)
