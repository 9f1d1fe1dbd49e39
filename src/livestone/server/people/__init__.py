"""People with accounts: names, passwords, sessions, tokens, profiles, ratings.

What owns a seat is a text: a guest's visitor (the hash of his cookie), or the ``id`` of somebody
with an account, which begins with ``@``. The table service does not tell them apart.
"""
