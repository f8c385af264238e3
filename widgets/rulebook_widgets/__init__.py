"""Boards and controls of the book."""
