"""Accounts: names, passwords, sessions, tokens, bots and ratings."""
