"""What makes the site installable: manifest, service worker, and the page for when there is no network."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tables.looks import look_of

KEPT: Final = ("icones/favicon.svg", "icones/favicon-vez.svg", "icones/mark.svg", "icones/icon-192.png")
"""What the worker keeps on the device beside styles, scripts and decks."""
_WORKER: Final = "js/sw.js"


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The site as an app: it opens on my tables."""
    static = staticfiles_storage.url
    icons = [
        {"src": static(f"icones/icon-{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in (("192", 192, "any"), ("512", 512, "any"), ("512-maskable", 512, "maskable"))
    ]
    response = JsonResponse(
        {
            "id": "/",
            "name": "Selminha",
            "short_name": "Selminha",
            "description": "Cartas com os amigos, pelo link.",
            "lang": "pt-BR",
            "dir": "ltr",
            "start_url": f"{reverse('mine')}?app=1",
            "scope": "/",
            "display": "standalone",
            "background_color": "#0d4a38",
            "theme_color": "#0d4a38",
            "categories": ["games"],
            "icons": icons,
        },
        content_type="application/manifest+json",
    )
    response["Cache-Control"] = "public, max-age=3600"
    return response


@require_safe
@gzip_page
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker with the list of files that it keeps; other files are another version of it."""
    files = [staticfiles_storage.url(name) for name in kept()]
    facts = {
        "files": files,
        "offline": reverse("offline"),
        "version": hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12],
        "icon": staticfiles_storage.url("icones/icon-192.png"),
    }
    text = f"const SITE = {json.dumps(facts)};\n{_source()}"
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
@gzip_page
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows in the place of a page that it cannot fetch."""
    return render(request, "tables/sem_internet.html", {"deck": look_of(request).deck})


def kept() -> list[str]:
    """The names of the static files that the worker keeps: how pages look and work, never a page of a table."""
    folders = {folder: finders.find(folder) for folder in ("css", "js", "baralhos")}
    names = [f"{folder}/{name}" for folder, path in folders.items() for name in sorted(os.listdir(str(path)))]
    return [name for name in names if name != _WORKER and name.endswith((".css", ".js", ".svg"))] + list(KEPT)


def _source() -> str:
    return Path(str(finders.find(_WORKER))).read_text(encoding="utf-8")
