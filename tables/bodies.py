"""The gate of the forms: only UTF-8 comes in. Any other encoding that Python knows is one more way to break a page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tables.errors import bad_request


def only_utf8(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: 400 for a body that says that it is in another."""

    def answer(request: HttpRequest) -> HttpResponse:
        charset = request.content_params.get("charset", "utf-8") if request.content_params else "utf-8"
        return get_response(request) if charset.lower() == "utf-8" else bad_request(request)

    return answer
