"""The rows of a player's way to another device: one-time codes, and claims to a seat."""

from __future__ import annotations

from django.db import models

from tables.models.table import Player, Table


class HandoverCode(models.Model):
    """A one-time code, and a longer secret for its link, of which only keyed hashes are stored."""

    player = models.ForeignKey(Player, models.CASCADE)
    code = models.CharField(max_length=64, unique=True)
    link = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    replaced = models.BooleanField(default=False)  # by a newer one of the same player


class SeatClaim(models.Model):
    """Somebody says that a seat is his. The seat points to its open claim; this row tells what became of it."""

    OPEN, APPROVED, REFUSED, WITHDRAWN, EXPIRED = "open", "approved", "refused", "withdrawn", "expired"

    table = models.ForeignKey(Table, models.CASCADE)
    claimant = models.ForeignKey(Player, models.CASCADE)
    name = models.CharField(max_length=20)  # of the seat
    asked_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, default=OPEN)

    class Meta:
        indexes = [models.Index(fields=["table", "asked_at"], name="claims_of_a_table")]
