"""Tests of the ground floor: cards, their words, the shuffle, refusals."""

from __future__ import annotations
