"""Django alone, for any WSGI server."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
os.environ.setdefault("MEMORYHUB_PROCESS", "web")

application = get_wsgi_application()

from knowledge.services.scanning import warm_up_beside  # noqa: E402 - after the set-up

warm_up_beside()
