"""Puzzles that people have tried, and the ratings of both."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Table

from livestone.server.db.schema.metadata import metadata

# The first try of a person at a puzzle, the only one that is rated. ``puzzle`` is its key.
attempts = Table(
    "attempts",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("theme", String(40), nullable=False),
    Column("solved", Boolean(create_constraint=False), nullable=False),
)

# How strong people are at puzzles (Glicko-2), and how many they have solved one after the other.
solvers = Table(
    "solvers",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
)

# How hard puzzles have proved to be (Glicko-2).
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(32), primary_key=True),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
)
