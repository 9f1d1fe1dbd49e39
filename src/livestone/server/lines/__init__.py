"""The Freeplay line protocol's server, beside the web server in the same event loop.

:class:`~livestone.server.lines.door.Door` listens and lets in, :mod:`~livestone.server.lines.login`
asks for proof, :class:`~livestone.server.lines.hall.Hall` knows who is here and who plays, and
:class:`~livestone.server.lines.game.LineGame` is one game. None of them knows about storage or
tournaments.
"""
