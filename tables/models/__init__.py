"""The rows of the site, a module for each subject."""

from __future__ import annotations

from tables.models.chat import Message
from tables.models.notice import Attention, NoticeSettings, PushSubscription, Watch
from tables.models.seat_claim import HandoverCode, SeatClaim
from tables.models.table import Act, Lineup, Move, Player, Seat, Table
from tables.models.tally import Tally

__all__ = [
    "Act",
    "Attention",
    "HandoverCode",
    "Lineup",
    "Message",
    "Move",
    "NoticeSettings",
    "Player",
    "PushSubscription",
    "Seat",
    "SeatClaim",
    "Table",
    "Tally",
    "Watch",
]
