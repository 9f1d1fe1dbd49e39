"""Classes: students hand in players, and the server plays their games."""
