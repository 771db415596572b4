"""The pages for what went wrong: each says so in plain words and leads on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400, from a page that asks nothing of the request: its very host may be what is wrong."""
    return render(None, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403."""
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404."""
    return render(request, "404.html", {"mesa": request.path.startswith("/m/")}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, from a page that needs nothing that could be broken."""
    return render(request, "500.html", status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or expired."""
    return render(request, "403_csrf.html", status=403)
