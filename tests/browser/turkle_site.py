"""A Turkle server for tests: the package has no site project, so this file is one. `python turkle_site.py FOLDER PORT`.

Loads FOLDER/task.html and FOLDER/batch.csv as a project and a batch, with users ann and bea, and serves on this machine only.
With `export` instead of the port it writes the batch's results, as Turkle itself exports them, to FOLDER/results.csv.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
PASSWORD = "a password of some length"  # noqa: S105 - of a server that lives for one test

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


def load() -> None:
    """The database, two workers, and a batch of our template, checked as Turkle's own form checks it."""
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from turkle.models import Batch, Project

    call_command("migrate", verbosity=0)
    for name in ("ann", "bea"):
        get_user_model().objects.create_user(name, password=PASSWORD)
    template = (FOLDER / "task.html").read_text(encoding="utf-8")
    project = Project(name="Queries", filename="task.html", html_template=template, assignments_per_task=2)
    project.clean()
    if set(project.fieldnames) != {"page"} or not project.html_template_has_submit_button:
        raise SystemExit(f"the template's fields are {list(project.fieldnames)}")
    project.save()
    batch = Batch(project=project, name="First", filename="batch.csv", assignments_per_task=2, published=True, active=True)
    batch.save()
    with (FOLDER / "batch.csv").open(encoding="utf-8", newline="") as stream:
        batch.create_tasks_from_csv(stream)


def export() -> None:
    from turkle.models import Batch

    with (FOLDER / "results.csv").open("w", encoding="utf-8", newline="") as stream:
        Batch.objects.get().to_csv(stream)


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "turkle_site"
    import django

    django.setup()
    if sys.argv[2] == "export":
        export()
        return
    from django.core.management import call_command

    load()
    call_command("runserver", f"127.0.0.1:{sys.argv[2]}", use_reloader=False, verbosity=1)


if __name__ == "__main__":
    main()
