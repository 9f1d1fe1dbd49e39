"""Studies, analysis and reviews of finished games."""
