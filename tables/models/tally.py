"""The row of what may not be done too often."""

from __future__ import annotations

from django.db import models


class Tally(models.Model):
    """Something was done once (floods.py): what, and as a keyed hash by whom or to whom."""

    kind = models.CharField(max_length=10)
    key = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["kind", "key", "at"], name="tallies_by_key")]
