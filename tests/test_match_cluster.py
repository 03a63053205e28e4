"""Games on a real Dask cluster of two workers."""

from typing import Any

import distributed
import pytest
from programs import find_program

from ferz.match import EngineSpec, GameRecord, Limits, MatchSettings, OpeningRule, Report, run

# Dask's own affairs: ports, sockets and event loops that it leaves to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore")


def test_a_match_is_played_by_two_workers() -> None:
    fish = f"cmd={find_program('stockfish')},depth=1"
    engines = (EngineSpec.parse("ferz,nodes=200"), EngineSpec.parse(fish))
    settings = MatchSettings(
        "chess", engines, games=8, limits=Limits(nodes=200), openings=OpeningRule(limit_cp=None)
    )
    workers = set()

    def observe(_: Report, record: GameRecord | None) -> None:
        if record is not None:
            workers.add(record.worker)

    local_cluster: Any = distributed.LocalCluster
    with local_cluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        report = run(settings, cluster=cluster.scheduler_address, observe=observe)
    assert len(workers) == 2
    assert report.games == 8
    assert sum(report.pairs) == 4
    assert [engine.totals.crashes for engine in report.engines] == [0, 0]
