"""Tables that last: people and robots at a table, what they do, what each of them sees. Names no game's rules."""
