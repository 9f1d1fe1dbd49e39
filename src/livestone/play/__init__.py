"""Players: bots of eight levels, matches between them."""
