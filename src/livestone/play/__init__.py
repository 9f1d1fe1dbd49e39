"""Players: bots of ten levels, matches between them."""
