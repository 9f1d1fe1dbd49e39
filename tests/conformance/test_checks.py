"""Every game passes every check, at every value of its options."""

from __future__ import annotations

import pytest
from tests.conformance.cases import every_option

from livestone.conformance.checks import CHECKS, Check
from livestone.core.game import Game


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@every_option
def test_conformance(game: Game, check: Check) -> None:
    check(game)
