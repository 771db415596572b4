"""The tests mirror the floors: tests/cards, tests/spades, tests/escopa, tests/tables; people and races beside them."""
