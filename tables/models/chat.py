"""The rows of a table's talk."""

from __future__ import annotations

from django.db import models

from tables.models.table import Player, Table


class Message(models.Model):
    """A line that somebody seated has said; never changed. The ids of a table's lines are in their order."""

    table = models.ForeignKey(Table, models.CASCADE)
    player = models.ForeignKey(Player, models.CASCADE)
    name = models.CharField(max_length=20)  # at that moment
    text = models.CharField(max_length=300)
    match_number = models.PositiveIntegerField()  # 0 before the first match
    key = models.CharField(max_length=64)  # the act's own id, so that a repeat is stored once
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player", "key"], name="one_line_an_id")]
        indexes = [models.Index(fields=["table", "id"], name="lines_of_a_table")]
