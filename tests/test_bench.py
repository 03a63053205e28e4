"""The bench: the same work on every machine, so that its count tells whether play has changed."""

from ferz.benching import bench

#: A change that is meant to change play changes it; its commit names the new one.
SIGNATURE = 1120179


def test_bench_counts_the_signature() -> None:
    found = bench()
    assert found is not None
    assert found.nodes == SIGNATURE
