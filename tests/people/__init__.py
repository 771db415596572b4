"""What people do, in a real browser against the real server."""
