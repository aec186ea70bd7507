"""The compiled parts. Each has a plain-Python twin, so an install without a compiler still works (`caesura doctor` tells)."""

from setuptools import Extension, setup

try:
    from Cython.Build import cythonize
except ImportError:
    cythonize = None

#: Modules to compile: name and source.
COMPILED = {
    "caesura.lexicon._table": "caesura/lexicon/_table.pyx",
    "caesura.lexicon._build": "caesura/lexicon/_build.pyx",
    "caesura.segment._kernel": "caesura/segment/_kernel.pyx",
}


def extensions() -> list[Extension]:
    if cythonize is None:
        return []
    modules = [Extension(name, [source], extra_compile_args=["-O3"], optional=True) for name, source in COMPILED.items()]
    return cythonize(modules, compiler_directives={"language_level": "3"})


setup(ext_modules=extensions())
