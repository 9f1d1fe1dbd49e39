"""Tables: games in play, their clocks, commands, store and presentation."""
