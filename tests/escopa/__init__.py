"""Tests of Escopa de 15: rules, hand-computed cases, properties, the robot, and broken rules to be noticed."""

from __future__ import annotations
