"""`service.toml`: the configurations of a service, read and checked. Paths in it are relative to the file.

default = "web"
token_file = "admin.token"
access_log = "-"

[configurations.web]
min_confidence = 0.6

[configurations.shop]
profile = "shop"
overrides = "shop-overrides.tsv"

[configurations.spare-parts]
lexicon = "spare-parts.lexicon"
model = "spare-parts.model"
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from caesura.foundation import InputError, one_of, unknown
from caesura.segmenters import METHODS, PROFILES, Rules
from caesura.studio.settings import Deployment, ParseSettings, Settings

#: What may stand at the top, and in a configuration; each with the type it must have.
_TOP: dict[str, type] = {"default": str, "token_file": str, "access_log": str, "configurations": dict}
_PATHS = ("lexicon", "model", "phrases", "overrides")
_NAMES = ("method", "profile", "rules")
_PARSING = ("pipeline", "parser", "templates", "order")
_KEYS: dict[str, type] = {
    **dict.fromkeys((*_NAMES, *_PATHS, *_PARSING), str),
    "parse_models": list,
    "min_confidence": float,
    "cache": int,
}

#: Where the token is found if no file is named.
TOKEN_VARIABLE = "CAESURA_ADMIN_TOKEN"  # noqa: S105 - the name of a variable


def read_configuration(path: str, base: Settings, *, control: str | None = None, access_log: str | None = None) -> Deployment:
    """The deployment a file describes; limits, threads and processes are those of `base`."""
    file = Path(path)
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", cure="name a TOML file with --config", file=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", cure="correct the file", file=path) from None
    _check(content, _TOP, "key", path)
    listed = content.get("configurations", {})
    if not listed:
        raise InputError("no configuration", cure="write one as [configurations.web]", file=path)
    found = {name: _settings(name, given, base, file) for name, given in listed.items()}
    default = content.get("default", next(iter(found)))
    if default not in found:
        raise unknown("configuration", default, found).at(path)
    log = content.get("access_log")
    named = log if log in (None, "-") else os.fspath(file.parent / log)
    return Deployment(found, default, base, path, _token(content, file), access_log or named, control)


def read_again(deployment: Deployment) -> Deployment:
    """A deployment as its file has it now; one without a file stays as it is."""
    if deployment.file is None:
        return deployment
    return read_configuration(deployment.file, deployment.base, control=deployment.control, access_log=deployment.access_log)


def _settings(name: str, given: Any, base: Settings, file: Path) -> Settings:
    if not isinstance(given, dict):
        raise InputError(f"configurations.{name} is not a table", cure=f"write it as [configurations.{name}]", file=str(file))
    _check(given, _KEYS, f"key of configurations.{name}", str(file))
    if "method" in given:
        given["method"] = METHODS[given["method"]].name
    if {"model", "profile"} <= given.keys():
        raise InputError(f"configurations.{name} names a model and a profile", cure="name one of the two", file=str(file))
    profile = given.pop("profile", None)
    if profile is not None and profile not in PROFILES:
        raise unknown("profile", profile, PROFILES).at(str(file))
    one_of("set of rules", given.get("rules", "printed"), get_args(Rules))
    if not 0 <= given.get("min_confidence", 0) <= 1 or given.get("cache", 0) < 0:
        raise InputError(
            f"configurations.{name} has a number out of range",
            cure="min_confidence lies between 0 and 1, cache is 0 or more",
            file=str(file),
        )
    parsing = _parsing({key: given.pop(key) for key in (*_PARSING, "parse_models") if key in given}, base.parsing, file)
    paths = {key: os.fspath(file.parent / given[key]) for key in _PATHS if key in given}
    return replace(base, parsing=parsing, **{**given, **paths, **({} if profile is None else {"model": profile})})


def _parsing(given: dict[str, Any], base: ParseSettings, file: Path) -> ParseSettings:
    """How a configuration parses; a parser is a name, or a file beside this one."""
    models = given.pop("parse_models", None)
    if models is not None:
        if not all(isinstance(model, str) for model in models):
            raise InputError("parse_models is not a list of files", cure='write parse_models = ["mine.weights"]', file=str(file))
        given["models"] = tuple(os.fspath(file.parent / model) for model in models)
    if "templates" in given:
        given["templates"] = os.fspath(file.parent / given["templates"])
    if "parser" in given and (file.parent / given["parser"]).exists():
        given["parser"] = os.fspath(file.parent / given["parser"])
    return replace(base, **given)


def _check(given: dict[str, Any], known: dict[str, type], what: str, path: str) -> None:
    for name, value in given.items():
        if name not in known:
            raise unknown(what, name, known).at(path)
        # A whole number is as good as one with a point; True is neither.
        right = isinstance(value, known[name]) or (known[name] is float and type(value) is int)
        if not right or isinstance(value, bool):
            raise InputError(f"{name} is not a {known[name].__name__}", cure="see docs/serving.md", file=path)


def _token(content: dict[str, Any], file: Path) -> str | None:
    if "token_file" not in content:
        return os.environ.get(TOKEN_VARIABLE) or None
    named = file.parent / str(content["token_file"])
    try:
        token = named.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", cure="write the token into it", file=str(named)) from None
    if len(token) < 16:
        raise InputError("the token is short", cure="use 16 characters or more", file=str(named))
    return token
