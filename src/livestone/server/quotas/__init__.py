"""What everybody may keep here, what they are charged for, and when it expires."""
