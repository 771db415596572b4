"""Paths, in Portuguese. Only POST changes anything."""

from __future__ import annotations

from django.urls import path

from tables import acts, views

urlpatterns = [
    path("", views.home, name="home"),
    path("nova/<str:game>", views.new, name="new"),
    path("minhas-mesas", views.mine, name="mine"),
    path("regras/<str:game>", views.rules, name="rules"),
    path("baralho", views.deck, name="deck"),
    path("saude", views.health, name="health"),
    path("m/<str:code>", views.table, name="table"),
    path("m/<str:code>/estado", views.state_of, name="state"),
    path("m/<str:code>/<str:verb>", acts.act, name="act"),
]
