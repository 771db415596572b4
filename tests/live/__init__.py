"""Tests of live play: the real server as processes, real sockets, real crashes."""
