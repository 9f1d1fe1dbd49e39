"""The interface in other languages: gettext files, and what pages read of them."""
