"""Tests of the tables: commands against the real database, the pages by Django's client, races, leaks."""
