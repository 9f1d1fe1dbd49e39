"""Tournaments and the ladder of Freeplay players."""
