"""E-mail, where an operator has set it up: addresses that are proved, notices, new passwords."""
