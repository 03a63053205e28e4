"""What all tests share: command-line options, the hypothesis profile, the marker of long counts."""

import signal

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
    # A shell starts what runs in its background with Ctrl-C ignored, and so would be all that the
    # tests start: some of it is to be interrupted.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def update_golden(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("--update-golden"))
