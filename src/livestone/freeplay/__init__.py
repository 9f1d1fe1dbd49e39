"""Freeplay: write a class with one method, and it plays Freedom.

:class:`~livestone.freeplay.player.Player` is what a learner derives from,
:class:`~livestone.freeplay.board.Board` what their player looks at;
:class:`~livestone.freeplay.process.PlayerProcess` runs a player's file in a process of its own, and
:mod:`livestone.freeplay.table` plays games with whatever takes a seat.
"""
