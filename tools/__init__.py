"""Makers of the committed art: card sprites, icons and link pictures. Nothing here runs on the server."""
