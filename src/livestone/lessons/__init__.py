"""Teaches games: reads their rule books, diagrams and lessons, checks them, and makes pages."""
