"""The command line: one command, ``livestone``."""
