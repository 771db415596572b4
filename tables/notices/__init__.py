"""Notices: what a table has to tell whom and when, and the ways there: Web Push and mail. See docs/notices.md."""
