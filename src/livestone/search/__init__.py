"""Looking ahead: UCT for any game, alpha-beta and exact endgames for two-player games of points."""
