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


def stack_of(frame):
    """The places of the program's own calls that are active, outermost first."""
    places = []
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(PROJECT) and code.co_name not in COMPREHENSIONS:
            places.insert(0, f"{code.co_filename[len(PROJECT):]}:{frame.f_lineno}")
        frame = frame.f_back
    return places


def watch(frame, event, _):
    """Notes each call of a contract that the program makes."""
    if event != "call" or not frame.f_code.co_filename.startswith(CONTRACTS):
        return
    caller = frame.f_back
    if caller is not None and caller.f_code.co_filename.startswith(PROJECT) and not frame.f_code.co_filename.startswith(SHIM):
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

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if f"{name}.py" in self.codes else None

    def exec_module(self, module):
        exec(self.codes[f"{module.__name__}.py"], module.__dict__)


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
    for name in codes:
        sys.modules.pop(name[:-3], None)
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
    """How a run ended early; a contract that stopped for a reason of its own neither refused nor returned."""
    trace = failure.__traceback__
    place = None
    inside = False
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        inside = name.startswith(CONTRACTS)
        if name.startswith(PROJECT):
            place = f"{name[len(PROJECT):]}:{trace.tb_lineno}"
        trace = trace.tb_next
    if inside and current.calls and "rule" not in current.calls[-1]:
        current.calls[-1]["stopped"] = True
    return {"kind": kind, "text": f"{type(failure).__name__}: {failure}"[:300], "at": place}


def out_of_time(*_):
    raise OutOfTime


def answer(request):
    """The results of all runs of a program."""
    global current
    codes = {name: compile(text, PROJECT + name, "exec") for name, text in request["files"].items()}
    ProgramFiles.codes = codes
    results = []
    for run in request["runs"]:
        current = Run()
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, PATIENCE)
        try:
            with shardlint.world(**run.get("world", {})):
                end = perform(codes, run)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        results.append({"calls": current.calls, "reveals": current.reveals, "end": end, "undefined": current.undefined})
    return results


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
