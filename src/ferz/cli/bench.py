"""`ferz bench`: a fixed piece of work for the engine, to time it and to see that it is the same."""

from typing import Annotated

import typer


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Search a fixed set of positions; the node count is the signature of how the engine plays."""
    from ferz.benching import bench as run_bench
    from ferz.cli.output import print_json

    found = run_bench()
    assert found is not None  # nobody stops it
    speed = 1000 * found.nodes // max(found.time_ms, 1)
    if as_json:
        data = {"nodes": found.nodes, "time_ms": found.time_ms, "nodes_per_second": speed}
        print_json(data)
        return
    print(f"{found.nodes:,} nodes, {found.time_ms / 1000:.2f} s, {speed / 1e6:.2f} million nodes/s")
    print(f"signature {found.nodes}")
