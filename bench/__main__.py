"""`python -m bench` (`make bench`): all figures of docs/bench.md, one after another in one run."""

from __future__ import annotations

import subprocess
import sys

PARTS = ("bench.rules", "bench.robot", "bench.robot_escopa", "bench.server")


def main() -> int:
    """Run each part as a process of its own, so that none warms another."""
    return max(subprocess.run([sys.executable, "-m", part]).returncode for part in PARTS)


if __name__ == "__main__":
    sys.exit(main())
