"""The settings of the site, read from environment variables, all of which are optional."""

from datetime import timedelta
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP
from django.utils.functional import SimpleLazyObject

from omahasite import VERSION
from omahasite import environment as env
from omahasite.environment import require_module
from omahasite.log_records import logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY_FILE = Path(env.text("SECRET_KEY_FILE", default=BASE_DIR / ".secret-key"))
# A missing key file is created only when something is signed, because most commands sign nothing,
# and some run where no file can be written. An existing file is checked when a process starts.
_has_key = bool(env.text("SECRET_KEY")) or SECRET_KEY_FILE.exists()
SECRET_KEY = (
    env.secret_key(SECRET_KEY_FILE)
    if _has_key
    else SimpleLazyObject(partial(env.secret_key, SECRET_KEY_FILE))
)
AUDIT_KEY_FILE = Path(env.text("AUDIT_KEY_FILE", default=BASE_DIR / ".audit-key"))
DEBUG = env.boolean("DEBUG", default=False)
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.forms",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "procrastinate.contrib.django",
    "showdown",
]
MIDDLEWARE = [
    "omahasite.requests.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "omahasite.middleware.CompressionMiddleware",
    # responds with 304 to a client that has the response with this ETag
    "omahasite.middleware.ConditionalMiddleware",
    "omahasite.middleware.HeadersMiddleware",
    "omahasite.bodies.BodyLimitMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "showdown.pages.middleware.RateLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "showdown.pages.middleware.UnavailableMiddleware",
    "axes.middleware.AxesMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        # for the templates of Django's form widgets
        "APP_DIRS": True,
        "OPTIONS": {
            "environment": "showdown.pages.jinja.environment",
            "context_processors": [
                "django.contrib.messages.context_processors.messages",
                "showdown.pages.context.account",
            ],
        },
    },
    {
        # for the templates of the admin
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.database("DATABASE_URL")
    or {
        "ENGINE": "omahasite.embedded",
        "NAME": "postgres",
        "DATA_DIRECTORY": Path(env.text("POSTGRES_DIRECTORY", default=BASE_DIR / ".postgres")),
    }
}
# Opening a connection takes three times as long as settling and storing a deal. The threads of a
# web process share a pool of at most DATABASE_POOL connections; 0 gives each thread its own.
DATABASE_POOL = env.number("DATABASE_POOL", 0, minimum=0, maximum=1000)
_pool: dict[str, Any] = {}
if DATABASE_POOL:
    from omahasite.database_watch import database_watch

    _pool = {
        "min_size": 1,
        "max_size": DATABASE_POOL,
        "timeout": 5,
        "check": database_watch.check,
        # detect a restarted database within seconds
        "reconnect_timeout": 5,
    }
# The limits are in seconds; PostgreSQL expects milliseconds. `up` sets them for web processes only.
_timeouts = {
    "statement_timeout": env.number("STATEMENT_SECONDS", 0.0, minimum=0, maximum=86400),
    "lock_timeout": env.number("LOCK_SECONDS", 0.0, minimum=0, maximum=86400),
}
# Repeated statements are parsed and planned once per connection.
_prepares_statements = env.boolean("DATABASE_PREPARES", default=True)
_options = " ".join(
    f"-c {name}={seconds * 1000:.0f}" for name, seconds in _timeouts.items() if seconds
)
DATABASES["default"] |= {
    "CONN_MAX_AGE": 0 if DATABASE_POOL else 600,
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {
        "connect_timeout": 5,
        "server_side_binding": _prepares_statements,
        "prepare_threshold": 5 if _prepares_statements else None,
    }
    | ({"options": _options} if _options else {})
    | DATABASES["default"].get("OPTIONS", {})
    | ({"pool": _pool} if _pool else {}),
}
TIME_ZONE = "UTC"
ROOT_URLCONF = "omahasite.urls"
WSGI_APPLICATION = "omahasite.wsgi.application"
# Limits of each web process.
WEB_THREADS = env.number("WEB_THREADS", 8, minimum=1, maximum=1000)
DRAIN_SECONDS = env.number("DRAIN_SECONDS", 30, minimum=0, maximum=86400)
DATA_UPLOAD_MAX_MEMORY_SIZE = env.number("MAX_BODY_BYTES", 5 << 20, minimum=1, maximum=1 << 30)
DATA_UPLOAD_MAX_NUMBER_FILES = 1_000  # an audit refuses more than 500, with an explanation
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Collected static files have hashed names and are cached forever; otherwise each file is looked up
# when it is requested.
STATIC_ROOT = env.text("STATIC_ROOT", default=None)
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = STATIC_ROOT is None
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "omahasite.static.HashedFiles"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "table"
# Messages are stored in a cookie: sessions need the database, and pages must work without it.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
# Wrong passwords are counted by account and by address, also at /admin/.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(days=1)
AXES_HANDLER = "showdown.models.sign_ins.BackOffHandler"
AXES_LOCKOUT_PARAMETERS = ["username", "ip_address"]
AXES_CLIENT_IP_CALLABLE = "showdown.models.rate_limits.known_address_of"
AXES_LOCKOUT_CALLABLE = "showdown.pages.views.accounts.refuse_locked_out"
# Further attempts during a lock don't prolong it for the owner of the account.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
PASSWORD_HASHERS = ["showdown.models.sign_ins.PasswordHasher"]
PASSWORD_RESET_TIMEOUT = 24 * 3600
_MAIL = env.mail("EMAIL_URL", default="consolemail://")
_MAIL_OPTIONS = {
    "EMAIL_HOST": "host",
    "EMAIL_PORT": "port",
    "EMAIL_HOST_USER": "username",
    "EMAIL_HOST_PASSWORD": "password",
    "EMAIL_USE_TLS": "use_tls",
    "EMAIL_USE_SSL": "use_ssl",
    "EMAIL_FILE_PATH": "file_path",
}
MAILERS = {
    "default": {
        "BACKEND": _MAIL["EMAIL_BACKEND"],
        "OPTIONS": {name: _MAIL[key] for key, name in _MAIL_OPTIONS.items() if _MAIL.get(key)},
    }
}
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", default="showdown@localhost")
TOKEN_DAYS = env.days("TOKEN_DAYS", 365.0)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTH_PASSWORD_VALIDATORS += [{"NAME": "showdown.models.api_clients.RevokeTokensOnPasswordChange"}]

# With HTTPS, the site is behind a proxy that terminates TLS, and uses only encrypted connections.
HTTPS = env.boolean("HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.boolean("HSTS_SUBDOMAINS", default=False)
if _header := env.text("PROXY_SSL_HEADER"):
    SECURE_PROXY_SSL_HEADER = (f"HTTP_{_header.upper().replace('-', '_')}", "https")
CSRF_FAILURE_VIEW = "showdown.pages.views.table.csrf_failure"
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", default=[])
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
}

LOG_LEVEL = env.one_of("LOG_LEVEL", ("WARNING", "DEBUG", "INFO", "ERROR", "CRITICAL"))
LOG_FORMAT = env.one_of("LOG_FORMAT", ("text", "json"))
LOGGING = logging_settings(LOG_LEVEL, LOG_FORMAT)

# Optional: the token that grants access to metrics, and the Sentry project that receives errors.
METRICS_TOKEN = env.text("METRICS_TOKEN")
if METRICS_TOKEN:
    require_module("prometheus_client", "observe")
    MIDDLEWARE.insert(1, "omahasite.metrics.MetricsMiddleware")
if SENTRY_DSN := env.text("SENTRY_DSN"):
    require_module("sentry_sdk", "observe")
    try:
        import_module("sentry_sdk").init(dsn=SENTRY_DSN, release=VERSION)
    except ValueError as error:
        raise ImproperlyConfigured(f"SENTRY_DSN can't be read: {error}") from None

# Origins whose pages may call the API from a browser. Their requests are authenticated by tokens,
# never by cookies.
CORS_ORIGINS = env.names("CORS_ORIGINS", default=[])
if CORS_ORIGINS:
    INSTALLED_APPS.append("corsheaders")
    MIDDLEWARE.insert(1, "corsheaders.middleware.CorsMiddleware")
CORS_ALLOW_ALL_ORIGINS = CORS_ORIGINS == ["*"]
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else CORS_ORIGINS
CORS_URLS_REGEX = r"^/api/(?!docs/)"
CORS_ALLOW_HEADERS = [
    *("anonymize-key", "anonymise-key", "authorization", "content-type", "idempotency-key"),
    *("if-none-match", "range"),
]
CORS_EXPOSE_HEADERS = [
    *("hands-written", "hands-refused", "hands-unread"),
    *("content-disposition", "content-range", "etag", "location", "retry-after", "stored"),
    *("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "x-request-id"),
]

NUM_PROXIES = env.number("NUM_PROXIES", 0, minimum=0, maximum=10)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "showdown.api.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "showdown.api.openapi.OperationSchema",
    "EXCEPTION_HANDLER": "showdown.api.problems.exception_handler",
    "NUM_PROXIES": NUM_PROXIES,
    "URL_FORMAT_OVERRIDE": None,
}
# Limits for one address: the number of requests, and the period in seconds. The API counts only
# requests without an account.
RATE_LIMITS = {
    "single": env.requests_a_minute("API_REQUESTS_A_MINUTE", 120),
    "bulk": env.requests_a_minute("API_BULK_REQUESTS_A_MINUTE", 6),
    "upload": env.requests_a_minute("UPLOADS_A_MINUTE", 10),
    "export": env.requests_a_minute("EXPORTS_A_MINUTE", 10),
    "live": (600, 60),
    "sampling": (60, 60),
    "drill": (240, 60),
    "picture": (120, 60),
    "form": env.requests_a_minute("FORMS_A_MINUTE", 120),
    "sign_in": (20, 60),
    "wrong_token": (20, 60),
    "sign_up": (20, 3600),
    "reset": (10, 3600),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Showdown",
    "DESCRIPTION": (
        "The referee of the poker table: who wins what, why, and how many chips.\n\n"
        "You don't need an account. Without one, the number of requests a minute is limited; the"
        " `RateLimit-*` headers state how many are left. With a token from the account page"
        " (`Authorization: Bearer showdown_…`) there is no limit, and the deals you store are"
        " listed as yours. Anyone who has the id of a stored deal can read it.\n\n"
        "Every error is a problem document (RFC 9457): `type` links to its description, and"
        " `errors` point to the place in the request, down to the character of a card."
    ),
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SERVE_INCLUDE_SCHEMA": False,
    # in the order of urls.py, deals first
    "SORT_OPERATIONS": False,
    "POSTPROCESSING_HOOKS": ["showdown.api.openapi.add_schemas"],
}

# Maximum age of visitors' deals and training, in days. Deals of accounts are kept.
VISITOR_DEAL_KEEP_DAYS = env.days("VISITOR_DEAL_KEEP_DAYS", 30.0)

# Batches: files of deals, cut into blocks that workers settle.
PROCRASTINATE_AUTODISCOVER_MODULE_NAME = ""
PROCRASTINATE_IMPORT_PATHS = ["showdown.tasks"]
if find_spec("pyarrow"):
    PROCRASTINATE_IMPORT_PATHS += ["showdown.batches.export"]
WORKER_HEARTBEAT_SECONDS = 5
BATCH_BLOCK_BYTES = 4 << 20
BATCH_PIECE_BYTES = 4 << 20
BATCH_MAX_LINE_LENGTH = 16 << 20
# The size of a block with many deals with chips (150 KB take about a second), and the maximum
# length of a line in such a block.
BATCH_SLOW_BLOCK_BYTES, BATCH_MAX_SLOW_LINE_LENGTH = 512 << 10, 1 << 20
BATCH_MAX_UPLOAD_BYTES = env.bytes_limit("BATCH_MAX_UPLOAD_BYTES", 20 << 30)
BATCH_MAX_EXPANDED_BYTES = env.bytes_limit("BATCH_MAX_EXPANDED_BYTES", 50 << 30)
BATCH_MAX_EXPANSION = 200
BATCH_MAX_STORED_BYTES = env.bytes_limit("BATCH_MAX_STORED_BYTES", 100 << 30)
BATCH_MAX_UNDER_WAY = env.number("BATCH_MAX_UNDER_WAY", 4, minimum=1, maximum=1000)
BATCH_ATTEMPTS = 5
BATCH_RETRY_SECONDS = 2.0
BATCH_KEEP_DAYS = env.days("BATCH_KEEP_DAYS", 30.0)
# Limits for visitors, who have no account. All their files from one address count together.
VISITOR_MAX_STORED_BYTES = env.bytes_limit("VISITOR_MAX_STORED_BYTES", 200 << 20)
VISITOR_MAX_UNDER_WAY = 1
VISITOR_KEEP_DAYS = env.days("VISITOR_KEEP_DAYS", 1.0)
# Files of batches are in a folder, or in a bucket that workers on other machines can also reach.
MEDIA_ROOT = env.text("MEDIA_ROOT", default=str(BASE_DIR / ".media"))
FILE_UPLOAD_DIRECTORY_PERMISSIONS, FILE_UPLOAD_PERMISSIONS = 0o700, 0o600
BATCH_STORAGE_S3_BUCKET = env.text("BATCH_STORAGE_S3_BUCKET")
if BATCH_STORAGE_S3_BUCKET:
    require_module("storages", "s3")
    STORAGES["default"] = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": BATCH_STORAGE_S3_BUCKET,
            "endpoint_url": env.text("BATCH_STORAGE_S3_ENDPOINT_URL", default=None),
        },
    }
