"""Studies: games looked into afterwards, with variations, comments, marks and the engine."""
