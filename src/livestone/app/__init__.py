"""The static site: games, bots and pages as files that need no server."""
