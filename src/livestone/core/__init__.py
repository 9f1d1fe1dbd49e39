"""What a game is, how it runs, and how positions and games are written down."""
