"""Pages that a command shows while it works: games, live, on a little server of its own.

:class:`~livestone.server.watch.server.LittleServer` serves any pages from a thread and tells those
that are open when something has changed; :mod:`livestone.server.watch.games` are the pages of
games, finished or running, that are kept in memory.
"""
