"""Tests of Espadas: rule by rule, the hand-computed cases, properties, and whether a broken rule is noticed."""

from __future__ import annotations
