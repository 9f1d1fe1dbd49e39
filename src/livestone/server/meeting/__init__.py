"""Where people meet: challenges, quick pairing, who is here, and what there is to watch."""
