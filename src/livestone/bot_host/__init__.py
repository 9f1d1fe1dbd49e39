"""Bot host: plays for a server's house bots, as a client of its public API."""
