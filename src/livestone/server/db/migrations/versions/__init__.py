"""One file a step, in order; see "Change the schema" in CONTRIBUTING.md."""
