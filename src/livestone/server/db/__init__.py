"""Databases: connections, schema, migrations, notifications, quotas and backups."""
