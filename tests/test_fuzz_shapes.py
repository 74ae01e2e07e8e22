"""A little of every format, close to what is sound: a finding, an artifact, or an error in a line; never anything else."""

from __future__ import annotations

import pytest
from fuzz.held import HELD
from hypothesis import HealthCheck, given, settings


@pytest.mark.parametrize("name", HELD)
def test_whatever_is_like_it_is_judged_or_refused_in_words(name: str) -> None:
    strategy, hold = HELD[name]
    settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))(given(strategy)(hold))()
