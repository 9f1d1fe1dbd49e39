"""The table service and its front doors: storage, bot processes, JSON API, pages and events."""
