"""The pages around a table: gallery, set-up, board, records and rules."""
