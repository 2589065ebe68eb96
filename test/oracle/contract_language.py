"""Reads every contract without running it: which rules it names, and where it leaves the language of contracts.

Prints {"rules": [[file, line, rule], ...], "violations": [[file, line, what], ...]} as JSON.
"""

import ast
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CONTRACTS = os.path.normpath(os.path.join(HERE, "..", "..", "contracts"))

FORBIDDEN = (
    ast.AsyncFor, ast.AsyncFunctionDef, ast.AsyncWith, ast.Await, ast.Delete, ast.DictComp, ast.GeneratorExp, ast.Global,
    ast.Lambda, ast.ListComp, ast.NamedExpr, ast.Nonlocal, ast.Raise, ast.SetComp, ast.Try, ast.While, ast.With, ast.Yield,
    ast.YieldFrom,
)


def contract_files():
    for folder, folders, files in os.walk(CONTRACTS):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "shardlint"))
        for name in sorted(files):
            if name.endswith(".py"):
                yield os.path.join(folder, name)


def is_require(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require"


def literal_text(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def violations_of(tree):
    if not ast.get_docstring(tree):
        yield tree, "no docstring that names the library and its versions"
    for node in ast.walk(tree):
        if isinstance(node, FORBIDDEN):
            yield node, type(node).__name__
        elif isinstance(node, ast.For) and not isinstance(node.iter, ast.Tuple):
            yield node, "a loop over something else than a literal tuple"
        elif isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            yield node, "a format specification"
        elif is_require(node):
            if len(node.args) != 3 or literal_text(node.args[1]) is None:
                yield node, "require takes (condition, a literal rule id, exception or None)"
            if "at" not in [keyword.arg for keyword in node.keywords]:
                yield node, "require without at="
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not ast.get_docstring(node):
            if not any(isinstance(name, ast.Name) and name.id == "property" for name in node.decorator_list):
                yield node, f"{node.name} has no docstring"


def main():
    rules, violations = [], []
    for path in contract_files():
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
        name = os.path.relpath(path, CONTRACTS).replace(os.sep, "/")
        for node, what in violations_of(tree):
            violations.append([name, getattr(node, "lineno", 1), what])
        for node in ast.walk(tree):
            if is_require(node) and len(node.args) > 1 and literal_text(node.args[1]) is not None:
                rules.append([name, node.lineno, literal_text(node.args[1])])
    json.dump({"rules": rules, "violations": violations}, sys.stdout)


if __name__ == "__main__":
    main()
