"""All paths are the tables' pages."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [path("", include("tables.urls"))]
handler400 = "tables.errors.bad_request"
handler403 = "tables.errors.forbidden"
handler404 = "tables.errors.not_found"
handler500 = "tables.errors.server_error"
