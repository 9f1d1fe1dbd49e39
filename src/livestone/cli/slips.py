"""Slips to print and cut out: the address of a class, a QR code and a code for each student."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from livestone.extras import needed_for
from livestone.lessons.sheet import typesetter

if TYPE_CHECKING:
    from livestone.server.classes.setup import Slips


def slips(address: str, classes: tuple[Slips, ...]) -> bytes:
    """Return the slips as a PDF, each class on pages of its own. Raises ExtraMissing."""
    typst = typesetter()
    with needed_for("a sheet of slips"):
        import segno

    def drawn(code: str) -> str:
        svg: str = segno.make(f"{address}/join#{code}", error="m", micro=False).svg_inline(border=2)
        return svg

    contents: dict[str, Any] = {
        "address": f"{address.partition('://')[2]}/join",
        "classes": [
            {
                "name": one.name,
                "slips": [
                    {"name": slip.name, "code": slip.code, "qr": drawn(slip.code)}
                    for slip in one.students
                ],
            }
            for one in classes
            if one.students
        ],
    }
    template = files(__package__).joinpath("slips.typ").read_bytes()
    # The fonts of the system have the letters of more names.
    compiler = typst.Compiler(template, sys_inputs={"slips": json.dumps(contents)})
    return bytes(compiler.compile(format="pdf"))
