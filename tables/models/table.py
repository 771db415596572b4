"""The rows of a table: who sits where, the log of the match (the truth) and its snapshot (a cache)."""

from __future__ import annotations

from django.db import models


class Player(models.Model):
    """Somebody without an account: a signed cookie names the row (players.py). The name is the one last used."""

    name = models.CharField(max_length=20)
    created_at = models.DateTimeField()
    epoch = models.PositiveIntegerField(default=0)  # older cookies are void (players.py)
    browser = models.CharField(max_length=32, default="", db_index=True)  # that it was made for (players.browser_of)


class Table(models.Model):
    """A table. Changed by commands/ only, under a lock of this row; deleted by the sweep."""

    WAITING, PLAYING, FINISHED, EXPIRED, CLOSED = "waiting", "playing", "finished", "expired", "closed"

    code = models.CharField(max_length=16, unique=True)
    game = models.CharField(max_length=20)
    options = models.TextField()  # JSON of the game's Options
    status = models.CharField(max_length=10, default=WAITING)
    version = models.PositiveIntegerField(default=1)  # one more with every change
    moved = models.PositiveIntegerField(default=1)  # the version of the last change that was more than a claim
    match_number = models.PositiveIntegerField(default=0)  # 0 before the first start
    sequence = models.PositiveIntegerField(default=0)  # of the match's last move
    match = models.TextField(default="")  # JSON of the game's Match: the snapshot
    robot_turn = models.BooleanField(default=False)  # kept so that the clock need not read every match
    rematch_partner = models.PositiveSmallIntegerField(null=True)
    birth = models.CharField(max_length=100, unique=True)  # the id of the act that created it
    created_at = models.DateTimeField()
    turn_since = models.DateTimeField(null=True)
    last_move_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)  # while finished, expired or closed

    class Meta:
        indexes = [
            models.Index(fields=["turn_since"], condition=models.Q(robot_turn=True), name="robots_to_move"),
            models.Index(fields=["last_move_at"], condition=models.Q(ended_at=None), name="tables_to_expire"),
            models.Index(fields=["ended_at"], condition=models.Q(ended_at__isnull=False), name="tables_to_delete"),
        ]


class Seat(models.Model):
    """A taken seat; a robot's has no player. Before the start the numbers are the order of arrival."""

    table = models.ForeignKey(Table, models.CASCADE)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True)
    name = models.CharField(max_length=20)
    agreed = models.BooleanField(default=False)  # to a rematch
    gone = models.BooleanField(default=False)  # left after the match
    claim = models.ForeignKey("tables.SeatClaim", models.SET_NULL, null=True)  # the open one, of somebody else

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_to_a_seat"),
            models.UniqueConstraint(fields=["table", "player"], name="one_seat_to_a_player"),
        ]


class Lineup(models.Model):
    """Who sat where in a match before the present one: a rematch may change the pairs (T10)."""

    table = models.ForeignKey(Table, models.CASCADE)
    match_number = models.PositiveIntegerField()
    names = models.TextField()  # JSON, by seat

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "match_number"], name="one_lineup_a_match")]


class Move(models.Model):
    """One action of a match; never changed. Replaying a match's moves gives its snapshot."""

    table = models.ForeignKey(Table, models.CASCADE)
    match_number = models.PositiveIntegerField()
    sequence = models.PositiveIntegerField()  # from 1
    action = models.TextField()  # JSON
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "match_number", "sequence"], name="one_move_a_sequence")
        ]


class Act(models.Model):
    """An accepted act of a person by its own id, so that a repeat is answered and not done again."""

    table = models.ForeignKey(Table, models.CASCADE)
    player = models.ForeignKey(Player, models.CASCADE)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=32)  # of what was asked
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player", "key"], name="one_act_an_id")]
