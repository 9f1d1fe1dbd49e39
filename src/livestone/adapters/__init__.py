"""Livestone's games for other programs: OpenSpiel, PettingZoo, and arrays for training.

Nothing here is needed to play; OpenSpiel and PettingZoo come with the extras of their names. See
``docs/adapters.md``.
"""
