"""How Sphinx makes the documentation; ``scripts/docs_site.py`` collects the pages and runs it."""

from __future__ import annotations

import re
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import livestone

project = "Livestone"
author = "The Livestone authors"
version = release = livestone.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]

myst_enable_extensions = ["deflist", "fieldlist"]
nb_execution_mode = "cache"  # of notebooks, which are Markdown with code cells
nb_execution_cache_path = "../build/docs/notebooks"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
myst_heading_anchors = 4  # links as on GitHub, page.md#heading
# Pages that are made may begin below the second level; some names of types mean two.
suppress_warnings = ["myst.header", "ref.python"]

autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_type_aliases = {
    "PolicyValue": "PolicyValue",
    "npt.ArrayLike": "numpy.typing.ArrayLike",
}
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
python_display_short_literal_types = True
add_module_names = False

html_theme = "furo"  # follows the reader's light or dark, with a switch
html_title = "Livestone"
html_static_path = ["_static", "../build/docs/static"]
html_css_files = ["board.css", "docs.css"]
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False


def setup(app: Sphinx) -> None:
    """Show games in the notation of books as plain text."""
    app.add_lexer("printed", TextLexer)
    app.connect("autodoc-process-signature", name_aliases)


def name_aliases(*event: Any) -> tuple[str, str | None] | None:
    """Write aliases of types by their names, in unions too."""
    *_, signature, returned = event
    alias = re.compile(r"TypeAliasForwardRef\('([^']+)'\)")
    return signature and (alias.sub(r"\1", signature), returned and alias.sub(r"\1", returned))
