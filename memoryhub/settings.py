"""Every setting of a hub, each read from the environment or ``hub.toml`` with a safe default.

``MEMORYHUB_DATA`` names the data folder; ``hub.toml`` in it may hold a table ``[hub]`` with the same names in lower
case and without the prefix (``MEMORYHUB_ALLOWED_HOSTS`` is ``allowed_hosts``). Reading settings writes nothing.
"""

from __future__ import annotations

import os
import secrets
import zoneinfo
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from knowledge.conf import all_warnings
from memoryhub.config import BadSettingError, Config, tidy

BASE_DIR = Path(__file__).resolve().parent.parent
MEMORYHUB_DATA = Path(os.environ.get("MEMORYHUB_DATA") or BASE_DIR / ".memoryhub").expanduser().absolute()
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("auto", "json", "console")

try:
    config = Config(folder=MEMORYHUB_DATA)
    DEBUG = config.flag("DEBUG", default=False)
    HTTPS = config.flag("HTTPS", default=False)
    PROXY_HOPS = config.integer("PROXY_HOPS", 0, low=0, high=5)
    ALLOWED_HOSTS = list(config.names("ALLOWED_HOSTS", ("127.0.0.1", "localhost", "[::1]")))
    SESSION_IDLE_SECONDS = 60 * config.integer("SESSION_IDLE_MINUTES", 120, low=1, high=1440)
    SESSION_COOKIE_AGE = 3600 * config.integer("SESSION_HOURS", 12, low=1, high=720)
    HSTS_DAYS = config.integer("HSTS_DAYS", 365, low=0, high=3650)
    WEB_THREADS = config.integer("WEB_THREADS", 4, low=1, high=32)
    WORKER_TIMEOUT = config.integer("WORKER_TIMEOUT_SECONDS", 600, low=10, high=86_400)
    WORKER_RETRY = config.integer("WORKER_RETRY_SECONDS", 900, low=20, high=172_800)
    LOG_LEVEL = config.choice("LOG_LEVEL", "INFO", fits=LEVELS.__contains__, meaning=f"one of {', '.join(LEVELS)}")
    LOG_FORMAT = config.choice("LOG_FORMAT", "auto", fits=FORMATS.__contains__, meaning=f"one of {', '.join(FORMATS)}")
    TIMEZONE_OF_PEOPLE = config.choice(
        "TIME_ZONE", "UTC", fits=lambda name: name in zoneinfo.available_timezones(), meaning="like Asia/Tokyo"
    )
    DATABASE_URL = config.text("DATABASE_URL", "")
    SECRET_KEY = config.text("SECRET_KEY", "")
    TOKEN_ENVIRONMENT = config.text("TOKEN_ENVIRONMENT", "live")
    READS_PER_MINUTE = config.integer("READS_PER_MINUTE", 600, low=1, high=10_000_000, table="limits")
    WRITES_PER_MINUTE = config.integer("WRITES_PER_MINUTE", 120, low=1, high=10_000_000, table="limits")
    config.name_unknown()
except BadSettingError as error:
    raise ImproperlyConfigured(str(error)) from error

HUB_TOML: dict[str, Any] = config.tables
CONFIG_WARNINGS: list[str] = tidy([*config.warnings, *all_warnings(config.tables)])
CONFIG_KNOWN = config.known

# --- keys -----------------------------------------------------------------------------------------
# `up` makes the file; until then every process has a key of its own, good for nothing but checks and tests.

KEY_ORIGIN = "configured"
if not SECRET_KEY:
    try:
        SECRET_KEY, KEY_ORIGIN = (MEMORYHUB_DATA / "secret_key").read_text(encoding="ascii").strip(), "file"
    except OSError:
        SECRET_KEY, KEY_ORIGIN = secrets.token_urlsafe(64), "process"

# The memory keys the digests in its audit with this, and does not know where the key lives.
KNOWLEDGE_DIGEST_KEY = "memoryhub.keys.digest_key"
# Nor the worker: this is what runs a job that somebody asked for.
KNOWLEDGE_JOB_RUNNER = "memoryhub.jobs.run_asked"

# --- applications ---------------------------------------------------------------------------------

INSTALLED_APPS = [
    "memoryhub",
    "curation",
    "knowledge",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "django_q",
    "csp",
    "django_linear_migrations",
]

MIDDLEWARE = [
    "memoryhub.middleware.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "memoryhub.middleware.SecurityHeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "curation.middleware.ViewerZoneMiddleware",
    "django.middleware.common.CommonMiddleware",
    "memoryhub.middleware.CrossSiteMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "memoryhub.middleware.SessionLimitsMiddleware",
    "memoryhub.middleware.SignInRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "curation.middleware.ErrorPagesMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "memoryhub.urls"
WSGI_APPLICATION = "memoryhub.wsgi.application"
ASGI_APPLICATION = "memoryhub.asgi.application"

TEMPLATES = [
    {
        # The app template_partials wraps the loaders of this engine, so that `page.html#fragment` works.
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- database -------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SQLITE_CACHE_KIB = 8_000  # per connection: few threads and a small cache keep the process small
BUSY_TIMEOUT_SECONDS = 20
# Only the web process pools: its threads live long. The worker forks, and a pool does not survive a fork.
PROCESS_ROLE = os.environ.get("MEMORYHUB_PROCESS", "command")


def _database() -> dict[str, Any]:
    try:
        url = DATABASE_URL or f"sqlite:///{MEMORYHUB_DATA / 'hub.sqlite3'}"
        found: dict[str, Any] = dict(environ.Env.db_url_config(url))
    except ValueError as error:
        raise ImproperlyConfigured("DATABASE_URL cannot be read: write sqlite:///path or postgres://…") from error
    engine = found.get("ENGINE", "")
    if engine.endswith("sqlite3"):
        found["CONN_MAX_AGE"] = 60
        found["OPTIONS"] = {
            "timeout": BUSY_TIMEOUT_SECONDS,
            "transaction_mode": "IMMEDIATE",
            # FULL: an acknowledged write survives a power cut. secure_delete: a forgotten text leaves no bytes behind.
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                f"PRAGMA secure_delete=ON; PRAGMA cache_size=-{SQLITE_CACHE_KIB};"
            ),
        }
        # Tests use a real file, as a hub does: WAL and locks do not exist in memory.
        found["TEST"] = {"NAME": str(MEMORYHUB_DATA / "test.sqlite3")}
    elif engine.endswith("postgresql"):
        found["HOST"] = unquote(found["HOST"])  # a socket's folder is written %2Frun%2Fpostgresql
        found["CONN_HEALTH_CHECKS"] = True
        if PROCESS_ROLE == "web":
            found["CONN_MAX_AGE"] = 0
            found["OPTIONS"] = {**found.get("OPTIONS", {}), "pool": {"min_size": 1, "max_size": 2 * WEB_THREADS + 2}}
        else:
            found["CONN_MAX_AGE"] = 60
    else:
        raise ImproperlyConfigured("DATABASE_URL must name SQLite or PostgreSQL.")
    return found


DATABASES = {"default": _database()}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 1_000}}}

# --- people ---------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["memoryhub.backends.PasswordBackend", "memoryhub.backends.LinkBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "curation:sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "curation:sign-in"
SIGN_IN_LINK_SECONDS = 900
FAILED_ATTEMPTS_ALLOWED = 10
FAILED_ATTEMPTS_WINDOW_SECONDS = 600

# --- browser --------------------------------------------------------------------------------------

_HOST_ONLY = "__Host-" if HTTPS else ""  # browsers take this prefix only over https
SESSION_COOKIE_NAME = f"{_HOST_ONLY}hub-session"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SEEN_COOKIE_NAME = f"{_HOST_ONLY}hub-seen"
LINK_COOKIE_NAME = f"{_HOST_ONLY}hub-link"
CSRF_COOKIE_NAME = f"{_HOST_ONLY}hub-csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_NAME = "hub-language"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/"]
SECURE_HSTS_SECONDS = 86_400 * HSTS_DAYS if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and PROXY_HOPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
    },
}

# --- files, languages, time -----------------------------------------------------------------------

STATIC_URL = "static/"
# Nothing is uploaded. Without an address of its own, a test server takes every path for one of an uploaded file.
MEDIA_URL = "uploads/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# No collecting step: whitenoise reads the folders it finds once, at start.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
# A folder of static/vendor has the version in its name: what lies in it never changes, so browsers keep it.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/vendor/[^/]+-\d+\.\d+\.\d+/"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "memoryhub" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- jobs -----------------------------------------------------------------------------------------

Q_CLUSTER = {
    "name": "memoryhub",
    "orm": "default",
    "workers": 1,
    "recycle": 200,
    "timeout": WORKER_TIMEOUT,
    "retry": WORKER_RETRY,
    "max_attempts": 3,
    "ack_failures": False,  # a failure is tried again, at most three times
    "catch_up": False,
    "poll": 1,
    "bulk": 1,
    "queue_limit": 4,
    "save_limit": 500,
    "guard_cycle": 1,
    "label": "Jobs",
    "log_level": "WARNING",
}

# --- logs -----------------------------------------------------------------------------------------

LOGGING_CONFIG = "memoryhub.logs.configure"
LOGGING = {"level": LOG_LEVEL, "format": LOG_FORMAT}

# The memory knows no shell; it is handed the function that reads the key for its digests.
KNOWLEDGE_DIGEST_KEY = "memoryhub.keys.digest_key"

# The same for people's pages and the state of the worker.
WORKER_STATE = "memoryhub.health.worker_state"

SILENCED_SYSTEM_CHECKS: list[str] = []
TEST_RUNNER = "django.test.runner.DiscoverRunner"
