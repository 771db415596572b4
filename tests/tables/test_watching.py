"""How many watch: the counts of all processes together, without one that has gone silent."""

from __future__ import annotations

from tables.watching import PATIENCE, Watching


def test_the_counts_of_all_processes_are_added_and_a_dead_one_is_forgotten() -> None:
    watching = Watching()
    watching.hear(1, "a", 2, now=0)
    watching.hear(1, "b", 3, now=PATIENCE / 2)
    watching.hear(2, "a", 9, now=0)
    assert watching.total(1, now=PATIENCE / 2) == 5
    assert watching.total(1, now=PATIENCE) == 3
    watching.hear(1, "b", 0, now=PATIENCE)
    assert watching.total(1, now=PATIENCE) == 0


def test_a_count_is_told_when_it_changes_and_not_again() -> None:
    watching = Watching()
    assert not watching.changed(1, 0)
    assert watching.changed(1, 1)
    assert not watching.changed(1, 1)
    assert watching.changed(1, 0)
    watching.changed(1, 4)
    watching.forget(1)
    assert watching.changed(1, 4)
