"""The rows of notices: the devices and wishes of a player, and who was told what of which table."""

from __future__ import annotations

from django.db import models

from tables.models.table import Player, Table


class NoticeSettings(models.Model):
    """A player's wishes; without a row the defaults hold. Equal hours: no quiet time."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True)
    zone = models.CharField(max_length=50, default="America/Sao_Paulo")
    quiet_from = models.PositiveSmallIntegerField(default=22)  # hour of the player's day
    quiet_to = models.PositiveSmallIntegerField(default=8)
    email = models.CharField(max_length=254, default="")
    email_confirmed = models.BooleanField(default=False)
    email_asked_at = models.DateTimeField(null=True)  # when a link to confirm was sent last
    base = models.CharField(max_length=200, default="")  # "https://example.test": for links in mails
    mail_failures = models.PositiveSmallIntegerField(default=0)  # in a row
    mail_not_before = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["player"], condition=models.Q(email_confirmed=True), name="players_told_by_mail")
        ]


class PushSubscription(models.Model):
    """One browser of a player that wants notices. The endpoint is a secret: whoever knows it can try to send."""

    player = models.ForeignKey(Player, models.CASCADE)
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)  # the browser's public key, base64url
    auth = models.CharField(max_length=30)  # its secret, base64url
    label = models.CharField(max_length=40)  # "Chrome no Android"
    base = models.CharField(max_length=200)  # the address that this browser knows the site by
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)  # in a row
    not_before = models.DateTimeField(null=True)  # the push service wants to be left alone until then
    last_ok_at = models.DateTimeField(null=True)


class Attention(models.Model):
    """What a player knows of a table: the newest version that his visible page answered for, and the last notice."""

    table = models.ForeignKey(Table, models.CASCADE)
    player = models.ForeignKey(Player, models.CASCADE)
    seen_version = models.PositiveIntegerField(default=0)
    seen_at = models.DateTimeField(null=True)
    told = models.CharField(max_length=60, default="")  # keys of facts that were told, or seen (notices/facts.py)
    sent_at = models.DateTimeField(null=True)
    claimed_until = models.DateTimeField(null=True)  # a sender is at it

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="one_attention_a_player_and_table")]


class Watch(models.Model):
    """When a table is to be looked at for notices: the version found, and the time, None once nothing is to come."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True)
    version = models.PositiveIntegerField()
    next_at = models.DateTimeField(null=True, db_index=True)
