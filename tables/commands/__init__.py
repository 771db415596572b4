"""All that can be done to a table. A page, a robot and the clock all come through here, and only here."""

from __future__ import annotations

from tables.commands.change import Asked
from tables.commands.match import act, agree, leave, rematch_of, resign, robot_act, start
from tables.commands.seats import add_robots, create, options_of, remove_robot, sit, stand_up

__all__ = [
    "Asked",
    "act",
    "add_robots",
    "agree",
    "create",
    "leave",
    "options_of",
    "rematch_of",
    "remove_robot",
    "resign",
    "robot_act",
    "sit",
    "stand_up",
    "start",
]
