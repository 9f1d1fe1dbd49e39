"""Pages that a command shows while it works, on a local server in a thread."""
