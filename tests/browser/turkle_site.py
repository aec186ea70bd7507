"""A Turkle server for tests: the package has no site project, so this file is one. `python turkle_site.py FOLDER PORT`.

Its database has an owner and two workers, ann and bea, and nothing else; it serves on this machine only.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
PASSWORD = "a password of some length"  # noqa: S105 - of a server that lives for one test

OWNER = "owner"
WORKERS = ("ann", "bea")

SECRET_KEY = "of a server that lives for one test"  # noqa: S105
DEBUG = True  # so that Django serves the static files itself
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "turkle_site"
USE_TZ = True
STATIC_URL = "/static/"
LOGIN_REDIRECT_URL = "/"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(FOLDER / "turkle.db")}}
INSTALLED_APPS = [
    "turkle.apps.TurkleAppConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "djaa_list_filter2",
    "guardian",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "turkle.utils.turkle_vars",
            ]
        },
    }
]
AUTHENTICATION_BACKENDS = ("django.contrib.auth.backends.ModelBackend", "guardian.backends.ObjectPermissionBackend")
ANONYMOUS_USER_NAME = None
TURKLE_AUTO_ACCEPT_DEFAULT = True


def __getattr__(name: str) -> Any:
    if name == "urlpatterns":
        from django.contrib import admin
        from django.urls import include, path

        return [path("admin/", admin.site.urls), path("", include("django.contrib.auth.urls")), path("", include("turkle.urls"))]
    raise AttributeError(name)


def people() -> None:
    """The database, an owner who may use the administrators' pages, and two workers."""
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    get_user_model().objects.create_superuser(OWNER, password=PASSWORD)
    for name in WORKERS:
        get_user_model().objects.create_user(name, password=PASSWORD)


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "turkle_site"
    import django

    django.setup()
    from django.core.management import call_command

    people()
    call_command("runserver", f"127.0.0.1:{sys.argv[2]}", use_reloader=False, verbosity=1)


if __name__ == "__main__":
    main()
