"""The paths of notices, in Portuguese."""

from __future__ import annotations

from django.urls import path

from tables.notices import app, pages

urlpatterns = [
    path("avisos", pages.page, name="notices"),
    path("avisos/oferta", pages.offer, name="notices_offer"),
    path("avisos/conta", pages.count, name="notices_count"),
    path("avisos/assinar", pages.subscribe, name="notices_subscribe"),
    path("avisos/testar", pages.try_device, name="notices_try"),
    path("avisos/remover", pages.remove, name="notices_remove"),
    path("avisos/horario", pages.hours, name="notices_hours"),
    path("avisos/email", pages.address, name="notices_mail"),
    path("avisos/email/confirmar", pages.confirm, name="mail_confirm"),
    path("avisos/email/parar", pages.leave, name="mail_leave"),
    path("m/<str:code>/aviso", pages.present, name="notices_present"),
    path("sw.js", app.worker, name="worker"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sem-internet", app.offline, name="offline"),
]
