"""The designer's report: what playtests found, as one page that needs nothing else."""
