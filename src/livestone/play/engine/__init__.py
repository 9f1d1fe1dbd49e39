"""Bot processes, and one fair queue for moves, hints, analyses and reviews."""
