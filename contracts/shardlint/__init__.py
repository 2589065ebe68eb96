"""The contract language of Shardlint, for CPython.

A contract describes what a library function requires and returns. Shardlint's interpreter evaluates contracts symbolically and
replaces this module by intrinsics of the same names; here the same contracts run with concrete numbers, which makes them testable.
One run of a contract happens in one world: see `world`.
"""

from contextlib import contextmanager

__all__ = [
    "SilentMistake", "Tensor", "UnknownValue", "checked_with", "command_line", "distinctive", "gpu", "launch", "launches", "library", "parallel", "require",
    "symbol", "unknown", "world",
]


class SilentMistake(Exception):
    """A requirement failed for which the library raises nothing: the result would silently be wrong."""


class UnknownValue(Exception):
    """A contract asked for a value that nobody knows; Shardlint reports nothing on such a path."""


def require(condition, rule, exception, *, at, **facts):
    """What the library demands. A false condition is the finding `rule`, placed on the expression that gave `at`.

    `exception` is what the library raises, with its exact text, or None where it raises nothing. `facts` are the named values
    which the rule's message and fixes read. Here the exception is raised, and carries rule, place and facts.
    """
    if isinstance(condition, _Unknown):
        raise UnknownValue(condition.reason)
    if condition:
        return
    failure = exception if exception is not None else SilentMistake(rule)
    failure.rule = rule
    failure.at = at
    failure.facts = facts
    raise failure


class _Parallel:
    """The degrees and ranks of the world in which the program runs; every degree is at least 1 and 0 <= rank < degree."""

    def __init__(self):
        self.ulysses_degree = 1
        self.ring_degree = 1
        self.ulysses_rank = 0
        self.ring_rank = 0
        self.tensor_degree = 1
        self.data_degree = 1
        self.cfg_degree = 1
        self.pipeline_degree = 1
        self.world_size = 1
        self.world_rank = 0


class _Gpu:
    """The GPU: `architecture` is 80, 90, 100, 110 or 120."""

    def __init__(self):
        self.architecture = 100


parallel = _Parallel()
gpu = _Gpu()
launches = []  # the facts of every `launch` in this world, in call order
_library_versions = {}
_symbol_values = {}

_DEGREES = ("ulysses_degree", "ring_degree", "tensor_degree", "data_degree", "cfg_degree", "pipeline_degree")


def command_line(namespace, parser):
    """The namespace that a parser makes of the command line. Shardlint reads the commands of the workspace; here none is known."""
    return unknown("the command line")


def launch(**facts):
    """A call that fixes the layout of the program: its degrees and `num_gpus`, by the names of `parallel`."""
    launches.append(facts)
    for name in _DEGREES:
        if name in facts and not isinstance(facts[name], _Unknown):
            setattr(parallel, name, facts[name])
    if "num_gpus" in facts and not isinstance(facts["num_gpus"], _Unknown):
        parallel.world_size = facts["num_gpus"]


class _Version:
    """A library version that compares with version strings. Without a number it is newer than every other."""

    def __init__(self, text=None):
        self.text = text

    def _key(self):
        return _release(self.text) if self.text is not None else ((float("inf"),), (0, 0))

    def __eq__(self, other):
        return self._key() == _release(other)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self._key() < _release(other)

    def __le__(self, other):
        return self < other or self == other

    def __gt__(self, other):
        return not self <= other

    def __ge__(self, other):
        return not self < other

    __hash__ = None


_PHASES = {"a": -3, "b": -2, "rc": -1}


def _release(text):
    """Orders versions as PEP 440 does for what occurs here: numbers, then an optional a, b or rc with its number."""
    numbers = []
    phase = (0, 0)
    for part in text.split("."):
        digits = ""
        rest = part
        while rest and rest[0].isdigit():
            digits, rest = digits + rest[0], rest[1:]
        if not digits:
            break
        numbers.append(int(digits))
        name = rest.rstrip("0123456789")
        if name in _PHASES:
            phase = (_PHASES[name], int(rest[len(name):] or 0))
            break
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return (tuple(numbers), phase)


def library(name):
    """The version of an installed library; compare it with a string by >=, < or ==."""
    return _Version(_library_versions.get(name))


class Tensor:
    """A tensor of which only the form matters: shape (a tuple of ints), dtype (such as "int32"), device and named marks.

    A mark is an attribute by which a later contract recognises where the tensor came from.
    """

    def __init__(self, shape, dtype=None, device=None, **marks):
        self.shape = tuple(shape)
        self.dtype = dtype
        self.device = device
        for name in marks:
            setattr(self, name, marks[name])

    @property
    def ndim(self):
        return len(self.shape)

    def __repr__(self):
        return f"Tensor({self.shape}, dtype={self.dtype!r}, device={self.device!r})"


class _Unknown:
    """A value nobody knows. Deciding anything on it stops the contract."""

    def __init__(self, reason=""):
        self.reason = reason

    def _stop(self, *_):
        raise UnknownValue(self.reason)

    __bool__ = __index__ = __int__ = _stop
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _stop
    __hash__ = None

    def _spread(self, *_):
        return _Unknown(self.reason)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _spread
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __neg__ = __getitem__ = _spread

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Unknown(self.reason)

    def __repr__(self):
        return f"unknown({self.reason!r})"


def unknown(reason=""):
    """A value nobody knows, and why."""
    return _Unknown(reason)


def symbol(name, at_least=0):
    """An unknown int with a lower bound, such as a text length. Here the world may give it a number."""
    return _symbol_values.get(name, at_least)


def distinctive(*keywords):
    """Binds calls whose callee is unresolved: those that pass all of `keywords` and none outside the signature.

    A decorator may be repeated for alternatives. Under CPython it only records the keywords.
    """

    def mark(function):
        function.distinctive = getattr(function, "distinctive", ()) + (keywords,)
        return function

    return mark


def checked_with(*keywords):
    """Says that a call which passes none of these keywords, by name or in a splat, is accepted as it is.

    Files that mention none of them are left alone. Under CPython it does nothing.
    """
    return lambda function: function


@contextmanager
def world(*, architecture=100, libraries=None, symbols=None, **degrees):
    """Runs contracts in one world: GPU architecture, library versions, symbol values, and any attribute of `parallel`."""
    saved = (dict(vars(parallel)), gpu.architecture, dict(_library_versions), dict(_symbol_values), list(launches))
    fresh = vars(_Parallel())
    for name in degrees:
        if name not in fresh:
            raise TypeError(f"unknown parallel fact {name!r}")
    vars(parallel).update(fresh)
    vars(parallel).update(degrees)
    gpu.architecture = architecture
    _library_versions.clear()
    _library_versions.update(libraries or {})
    _symbol_values.clear()
    _symbol_values.update(symbols or {})
    launches.clear()
    try:
        yield parallel
    finally:
        vars(parallel).update(saved[0])
        gpu.architecture = saved[1]
        for store, content in ((_library_versions, saved[2]), (_symbol_values, saved[3])):
            store.clear()
            store.update(content)
        launches[:] = saved[4]
