"""All that can be done to a table. A page, a robot and the clock all come through here, and only here."""

from __future__ import annotations

from tables.commands.change import Asked
from tables.commands.ending import end_for_absence, expire
from tables.commands.match import act, agree, leave, rematch_of, resign, robot_act, start
from tables.commands.recovery import answer_claim, ask_for_seat, drop_old_claims, withdraw_claim
from tables.commands.seats import add_robots, create, options_of, remove_robot, sit, stand_up
from tables.commands.signing_out import sign_out_others

__all__ = [
    "Asked",
    "act",
    "add_robots",
    "agree",
    "answer_claim",
    "ask_for_seat",
    "create",
    "drop_old_claims",
    "end_for_absence",
    "expire",
    "leave",
    "options_of",
    "rematch_of",
    "remove_robot",
    "resign",
    "robot_act",
    "sign_out_others",
    "sit",
    "stand_up",
    "start",
    "withdraw_claim",
]
