"""Paths, in Portuguese. Only POST changes anything."""

from __future__ import annotations

from django.urls import path

from tables import acts, claims, handover_pages, rounds, talk, views
from tables.notices import paths as notices

urlpatterns = [
    *notices.urlpatterns,
    path("", views.home, name="home"),
    path("nova/<str:game>", views.new, name="new"),
    path("minhas-mesas", views.mine, name="mine"),
    path("regras/<str:game>", views.rules, name="rules"),
    path("baralho", views.deck, name="deck"),
    path("outro-aparelho", handover_pages.show, name="handover"),
    path("outro-aparelho/sair", handover_pages.sign_out, name="sign_out"),
    path("continuar", handover_pages.take, name="continue"),
    path("saude", views.health, name="health"),
    path("m/<str:code>", views.table, name="table"),
    path("m/<str:code>/estado", views.state_of, name="state"),
    path("m/<str:code>/conversa", talk.talk, name="talk"),
    path("m/<str:code>/dizer", talk.say, name="say"),
    path("m/<str:code>/ja-estava", claims.page, name="claim"),
    path("m/<str:code>/pedir", claims.ask, name="ask"),
    path("m/<str:code>/retirar", claims.withdraw, name="withdraw"),
    path("m/<str:code>/rodadas", rounds.page, name="rounds"),
    path("m/<str:code>/rodadas/<int:match>", rounds.page, name="rounds"),
    path("m/<str:code>/rodadas/<int:match>/<int:number>", rounds.page, name="rounds"),
    path("m/<str:code>/<str:verb>", acts.act, name="act"),
]
