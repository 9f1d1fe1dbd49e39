"""Learning how to judge: a game's weights fitted to games of the search against itself."""
