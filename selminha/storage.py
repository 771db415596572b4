"""Static files with hashed names, gzip and Brotli twins; imports between our ES modules get the hashed names too."""

from __future__ import annotations

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class Static(CompressedManifestStaticFilesStorage):
    """A file that a page names and that is not there is an error when collecting, not a broken page."""

    support_js_module_import_aggregation = True
    # Ours only: other packages' scripts are no modules, and their comments look like imports.
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        HashedFilesMixin._js_module_import_aggregation_patterns[1],
    )


class StaticFiles(StaticFilesConfig):
    """Of django-htmx's files only the ones that our pages name: the others were most of the work at a first start."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "htmx-4*", "htmax-*", "ext", "htmx-2.js"]
