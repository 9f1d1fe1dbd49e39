"""Talk at a table: ``store.py`` keeps it, ``service.py`` says who may."""
