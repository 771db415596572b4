"""`python -m bench.server`: the real server under real moves. CPU of the server alone; the figures hold as ratios."""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Self

import escopa
import spades
from bench.client import Match
from tests.servers import Server, serving

TABLES = 10
WINDOW = 40  # moves a table in each window
EARLY, LATE = 6, 500  # the window's first move
PACED_TABLES = 100
PACED_SECONDS = 20
PAUSE = 2.0  # seconds between two moves of a paced table


def cpu_seconds(server: Server) -> float:
    """Processor time of the server's processes so far (Linux)."""
    ticks = 0
    for process in server.processes:
        assert process.popen is not None
        fields = Path(f"/proc/{process.popen.pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def resident(server: Server) -> float:
    """MiB of memory of the first process (Linux)."""
    assert server.processes[0].popen is not None
    status = Path(f"/proc/{server.processes[0].popen.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


class Yardstick:
    """The processor time of the same small work, taken beside a window: how fast this machine is just now."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._measure)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.over.set()
        self.thread.join()

    @property
    def ms(self) -> float:
        """The mean so far."""
        return statistics.fmean(self.took) * 1000

    def _measure(self) -> None:
        while not self.over.wait(0.05):
            before = time.thread_time()
            {number: str(number) for number in range(2000)}
            self.took.append(time.thread_time() - before)


async def play(server: Server, tables: list[Match], moves: int) -> tuple[float, float]:
    """Each table plays so many moves as fast as it can: server CPU per move, in ms and in yardsticks."""
    before = cpu_seconds(server)

    async def one(table: Match) -> None:
        for _ in range(moves):
            await table.move()

    with Yardstick() as yardstick:
        await asyncio.gather(*(one(table) for table in tables))
    cost = (cpu_seconds(server) - before) / (moves * len(tables)) * 1000
    return cost, cost / yardstick.ms if yardstick.took else 0


async def begun(server: Server, rules: Any) -> list[Match]:
    """TABLES tables that have made some moves."""
    tables = [Match(server.url, rules) for _ in range(TABLES)]
    for table in tables:
        await table.begin()
    await play(server, tables, EARLY - 1)
    return tables


async def closed_loop(server: Server) -> None:
    """CPU per move at the first moves and at the five hundredth."""
    tables = await begun(server, spades)
    early = await play(server, tables, WINDOW)
    await play(server, tables, LATE - tables[0].moves - 1)
    late = await play(server, tables, WINDOW)
    print(
        f"durable move, {TABLES} tables, 4 sockets each: "
        f"{early[0]:.2f} ms CPU at move {EARLY} ({early[1]:.1f} yardsticks), "
        f"{late[0]:.2f} at {LATE} ({late[1]:.1f}; {late[1] / early[1]:.2f} times as many)"
    )
    for table in tables:
        await table.end()


async def escopa_loop(server: Server) -> None:
    """The same for Escopa with four people, at the first moves only: its matches are short."""
    tables = await begun(server, escopa)
    cost = await play(server, tables, WINDOW)
    print(f"Escopa, the same at the first moves: {cost[0]:.2f} ms CPU ({cost[1]:.1f} yardsticks)")
    for table in tables:
        await table.end()


async def paced(server: Server) -> None:
    """Many tables, a move each every two seconds: what a player feels."""
    tables = [Match(server.url) for _ in range(PACED_TABLES)]
    for table in tables:
        await table.begin()
    took: list[float] = []
    ends = time.monotonic() + PACED_SECONDS
    before = cpu_seconds(server)

    async def one(number: int, table: Match) -> None:
        await asyncio.sleep(PAUSE * number / PACED_TABLES)
        while time.monotonic() < ends:
            began = time.monotonic()
            took.append(await table.move())
            await asyncio.sleep(max(0.0, PAUSE - (time.monotonic() - began)))

    await asyncio.gather(*(one(number, table) for number, table in enumerate(tables)))
    cuts = statistics.quantiles(took, n=100)
    share = (cpu_seconds(server) - before) / PACED_SECONDS
    print(f"paced, {PACED_TABLES} tables, {4 * PACED_TABLES} sockets, {len(took)} moves: ", end="")
    print(
        f"p50 {cuts[49] * 1000:.1f} ms, p95 {cuts[94] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms to the last board; ",
        end="",
    )
    print(f"{share:.0%} of a core; {resident(server):.0f} MiB resident")
    for table in tables:
        await table.end()


def main() -> None:
    """Both, each on a server of its own; on PostgreSQL and Redis where the environment names them (`make bench`)."""
    for part in (closed_loop, escopa_loop, paced):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder), settings="bench.settings") as server:
            asyncio.run(part(server))


if __name__ == "__main__":
    main()
