"""Puzzles: positions in which one move is proved to be better than all others."""
