"""Game records: as values, as text and JSON, and as printed in books and magazines."""
