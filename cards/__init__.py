"""The ground floor: cards, the contract of a game, the shuffle. Imports no other floor."""
