"""What all tests share: command-line options, the hypothesis profile, the marker of long counts."""

import pytest
from hypothesis import settings

pytest_plugins = ["page_fixtures"]

# The same examples in every run: a failure can be repeated, and no run is lucky.
settings.register_profile("ci", derandomize=True, deadline=None, database=None, max_examples=200)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write tests/playthroughs anew instead of comparing with it",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: counts of more than 30 million nodes")


@pytest.fixture
def update_golden(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("--update-golden"))
