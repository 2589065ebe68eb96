"""Runs generated programs: reads one JSON object a line, {"files", "runs"}, and prints what happened in each run.

A run has a world, what the program reads from outside, and the functions that are called after the module has run. The answer
lists the calls of contracts with the lines that led to them, what `reveal` was shown, and how the run ended.
"""

import argparse  # noqa: F401  Python's own, before the contract of that name
import builtins
import importlib.abc
import importlib.util
import json
import os
import resource
import signal
import sys
import types

sys.dont_write_bytecode = True

HERE = os.path.dirname(os.path.abspath(__file__))
CONTRACTS = os.path.normpath(os.path.join(HERE, "..", "..", "contracts"))
sys.path[:0] = [os.path.join(HERE, "standin"), CONTRACTS]

import shardlint  # noqa: E402

demand = shardlint.require
PROJECT = "/project/"
LIBRARY = PROJECT + "lib/"
MODELLED = (CONTRACTS, LIBRARY)
SHIM = os.path.join(CONTRACTS, "shardlint")
COMPREHENSIONS = ("<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")


# Seconds of its own that a run may take, whatever else the machine does; the slowest that end take a twentieth of it.
PATIENCE = 1

# Bytes; a program that doubles a list for ever fails by itself.
MEMORY = 2**30


class OutOfTime(BaseException):
    """A run does not end. No program catches it."""


class Run:
    """What one run has done so far."""

    def __init__(self):
        self.calls = []
        self.reveals = []
        self.undefined = False


current = Run()


def require(condition, rule, exception, *, at, **facts):
    """The demand of a contract; notes at the user's call whether it was met."""
    try:
        demand(condition, rule, exception, at=at, **facts)
    except shardlint.UnknownValue:
        raise
    except Exception as failure:
        silent = isinstance(failure, shardlint.SilentMistake)
        if current.calls:
            current.calls[-1].update(
                rule=rule, exception=None if silent else type(failure).__name__, text=None if silent else str(failure)
            )
        raise


shardlint.require = require

import torch._tensor  # noqa: E402

shardlint.Tensor = torch._tensor.Tensor


def is_own(path):
    """Whether a file is the program's, not that of a library whose source is there."""
    return path.startswith(PROJECT) and not path.startswith(LIBRARY)


def stack_of(frame):
    """The places of the program's own calls that are active, outermost first."""
    places = []
    while frame is not None:
        code = frame.f_code
        if is_own(code.co_filename) and code.co_name not in COMPREHENSIONS:
            places.insert(0, f"{code.co_filename[len(PROJECT):]}:{frame.f_lineno}")
        frame = frame.f_back
    return places


def watch(frame, event, _):
    """Notes each call of a contract, or of a library whose source is there, that the program makes."""
    if event != "call" or not frame.f_code.co_filename.startswith(MODELLED):
        return
    caller = frame.f_back
    if caller is not None and is_own(caller.f_code.co_filename) and not frame.f_code.co_filename.startswith(SHIM):
        current.calls.append({"stack": stack_of(caller), "function": frame.f_code.co_name})


def encoded(value, depth=0):
    """A value as the other side compares it: [kind, content]."""
    if value is None:
        return ["none"]
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        return ["int", value] if abs(value) < 2**53 else ["other", "a huge int"]
    if isinstance(value, float):
        return ["float", value] if value == value and abs(value) != float("inf") else ["other", "a float"]
    if isinstance(value, torch.Tensor):
        return ["tensor", list(value.shape), None if value.dtype is None else str.__str__(value.dtype)]
    if isinstance(value, str):
        return ["string", str.__str__(value)]
    if isinstance(value, (tuple, list)) and depth < 4:
        return [type(value).__name__, [encoded(item, depth + 1) for item in value]]
    if isinstance(value, dict) and depth < 4:
        return ["dict", [[encoded(key, depth + 1), encoded(item, depth + 1)] for key, item in value.items()]]
    return ["other", type(value).__name__]


def reveal(value):
    """What programs show."""
    current.reveals.append({"stack": stack_of(sys._getframe(1)), "value": encoded(value)})
    return value


class Builtins(dict):
    """The builtins; notes that a program uses a name which nobody defines."""

    def __missing__(self, name):
        current.undefined = True
        raise KeyError(name)


builtins.reveal = reveal
program_builtins = Builtins(vars(builtins))


class ProgramFiles(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the other files of a program."""

    codes = {}
    texts = {}
    loaded = []

    def find_spec(self, name, path=None, target=None):
        file = self.file_of(name)
        if file not in self.codes:
            return None
        return importlib.util.spec_from_loader(name, self, is_package=file.endswith("/__init__.py"))

    def exec_module(self, module):
        self.loaded.append(module.__name__)
        exec(self.codes[self.file_of(module.__name__)], module.__dict__)

    def file_of(self, name):
        path = name.replace(".", "/")
        package = f"{path}/__init__.py"
        return package if package in self.codes else f"{path}.py"


sys.meta_path.insert(0, ProgramFiles())


def built(argument):
    """An argument of a function that is called: a number, a tensor, a model or an object with attributes."""
    if not isinstance(argument, dict):
        return argument
    if "tensor" in argument:
        return torch.zeros(*argument["tensor"])
    if "model" in argument:
        from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel

        return MiniMaxH3DiTModel()
    return types.SimpleNamespace(**argument["object"])


def perform(codes, run):
    """Runs the program once; returns how it ended, None if it ran through."""
    while ProgramFiles.loaded:
        sys.modules.pop(ProgramFiles.loaded.pop(), None)
    os.environ.clear()
    os.environ.update(run.get("environment", {}))
    sys.argv = ["main.py", *run.get("arguments", [])]
    namespace = {"__name__": "__main__", "__file__": PROJECT + "main.py", "__builtins__": program_builtins}
    # Dataclasses look for their module by name.
    module = types.ModuleType("__main__")
    module.__dict__.update(namespace)
    sys.modules["__main__"] = module
    sys.setprofile(watch)
    try:
        exec(codes["main.py"], module.__dict__)
        for entry in run.get("entries", []):
            getattr(module, entry["name"])(*[built(argument) for argument in entry["arguments"]])
    except shardlint.UnknownValue as failure:
        return ending("unknown", failure)
    except (Exception, SystemExit) as failure:
        return ending("contract" if hasattr(failure, "rule") else "program", failure)
    finally:
        sys.setprofile(None)
    return None


def ending(kind, failure):
    """
    How a run ended early. A contract that stopped for a reason of its own neither refused nor returned; a library whose source is
    there refused by a statement of its own, or stopped.
    """
    places, file, _ = way_of(failure)
    if file.startswith(CONTRACTS) and current.calls and "rule" not in current.calls[-1]:
        current.calls[-1]["stopped"] = True
    cause = failure
    while cause is not None:
        note_refusal(cause)
        # A handler that ends the program by an exception of its own does not make the first one undone.
        cause = cause.__context__
    return {"kind": kind, "text": f"{type(failure).__name__}: {failure}"[:300], "at": places[-1] if places else None}


def way_of(failure):
    """The places of the program's own calls on the way to where it was raised, and the file and line that raised it."""
    trace = failure.__traceback__
    places = []
    file, line = "", 0
    while trace is not None:
        code = trace.tb_frame.f_code
        file, line = code.co_filename, trace.tb_lineno
        if is_own(file) and code.co_name not in COMPREHENSIONS:
            places.append(f"{file[len(PROJECT):]}:{line}")
        trace = trace.tb_next
    return places, file, line


def note_refusal(failure):
    """Notes at the user's call that a library whose source is there ended it."""
    places, file, line = way_of(failure)
    if not file.startswith(LIBRARY) or not places:
        return
    calls = [call for call in current.calls if call["stack"][-len(places):] == places]
    if not calls:
        return
    statement = ProgramFiles.texts[file[len(PROJECT):]].splitlines()[line - 1].strip()
    name = type(failure).__name__
    if statement.startswith(f"raise {name}") or (statement.startswith("assert") and name == "AssertionError"):
        calls[-1].update(rule="library-guard", exception=name, text=str(failure))
    else:
        calls[-1]["stopped"] = True


def out_of_time(*_):
    raise OutOfTime


def answer(request):
    """The results of all runs of a program."""
    global current
    codes = {name: compile(text, PROJECT + name, "exec") for name, text in request["files"].items()}
    ProgramFiles.codes = codes
    ProgramFiles.texts = request["files"]
    results = []
    for run in request["runs"]:
        current = Run()
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, PATIENCE)
        try:
            with shardlint.world(**run.get("world", {})):
                end = perform(codes, run)
                launches = [degrees(facts) for facts in shardlint.launches]
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        results.append(
            {
                "calls": current.calls, "reveals": current.reveals, "launches": launches, "end": end,
                "undefined": current.undefined,
            }
        )
    return results


def degrees(facts):
    """The numbers that a call fixes for the launch."""
    return {name: value for name, value in facts.items() if type(value) is int}


def main():
    signal.signal(signal.SIGVTALRM, out_of_time)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    output = sys.stdout
    sys.stdout = open(os.devnull, "w")
    for line in sys.stdin:
        try:
            result = {"runs": answer(json.loads(line))}
        except SyntaxError as error:
            result = {"refused": f"{error.msg} in line {error.lineno}"}
        except OutOfTime:
            result = {"refused": "a run does not end"}
        print(json.dumps(result), file=output, flush=True)


if __name__ == "__main__":
    main()
