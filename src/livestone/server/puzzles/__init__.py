"""Puzzles: who has solved which, and the ratings of solvers and puzzles."""
