"""The lobby: seeks and challenges, pairing, and who is present."""
