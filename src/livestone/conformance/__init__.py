"""What every game must keep: checks that run over any game, shipped or not.

``livestone check-game PATH`` runs them for the author of a game, the tests for every game here.
"""
