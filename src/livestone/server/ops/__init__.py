"""Operation: logs, metrics, health."""
