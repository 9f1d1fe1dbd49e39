"""How long tests wait for what is sure to come, also on a machine that is busy with other work."""

# Seconds; the guard of all tests against hanging is longer.
PATIENCE = 300.0
