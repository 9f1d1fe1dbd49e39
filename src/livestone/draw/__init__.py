"""Pictures of boards: SVG, PNG and plain text. A picture knows no rules."""
