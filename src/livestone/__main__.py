"""``python -m livestone`` is ``livestone``."""

from livestone.cli.main import main

main()
