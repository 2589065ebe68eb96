"""Reads file names from standard input, one a line, and writes one line of JSON for each: how CPython understands it.

A line is {"statements": [[line, digest], ...]}, or {"skipped": reason} for what is not valid UTF-8 Python. A digest is
the SHA-1 of a canonical spelling of a top-level statement, which canonical.ts spells for our own tree. With --show LINE
as arguments, the spelling itself is written instead of its digest for the statement that starts on that line.
"""

import ast
import hashlib
import json
import re
import struct
import sys
import warnings

OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.UAdd: "+", ast.USub: "-", ast.Invert: "~", ast.Not: "not", ast.And: "and", ast.Or: "or",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip


def operator(node):
    return OPERATORS[type(node)]


class Speller:
    def __init__(self, text):
        self.has_named_escapes = "\\N{" in text
        self.lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + units(line))
        self.ascii = text.isascii()
        self.formatted_depth = 0

    def offset(self, line, column):
        start = self.starts[line - 1]
        if self.ascii:
            return start + column
        return start + units(self.lines[line - 1].encode()[:column].decode())

    def span(self, node):
        # Before 3.12, CPython does not know where in the file the expressions of an f-string are.
        if self.formatted_depth:
            return ""
        start = self.offset(node.lineno, node.col_offset)
        end = self.offset(node.end_lineno, node.end_col_offset)
        return f"@{start}:{end}"

    def many(self, nodes):
        return "[" + ",".join(self.one(node) for node in nodes) + "]"

    def one(self, node):
        if node is None:
            return "-"
        return getattr(self, type(node).__name__)(node)

    # Expressions

    def Name(self, node):
        return f"{node.id}{self.span(node)}"

    def Constant(self, node):
        return self.constant(node.value) + self.span(node)

    def constant(self, value):
        if value is None or value is True or value is False:
            return str(value)
        if value is ...:
            return "Ellipsis"
        if isinstance(value, int):
            return f"int:{value:x}"
        if isinstance(value, float):
            return "float:" + struct.pack(">d", value).hex()
        if isinstance(value, complex):
            return "complex"
        if isinstance(value, bytes):
            return "bytes"
        return self.string(value)

    def string(self, value):
        # Our tree does not look up the names of characters.
        return "string" if self.has_named_escapes else json.dumps(value)

    def JoinedStr(self, node):
        self.formatted_depth += 1
        parts = ",".join(
            self.string(part.value) if isinstance(part, ast.Constant) else self.hole(part) for part in node.values
        )
        self.formatted_depth -= 1
        return f"formatted[{parts}]{self.span(node)}"

    def hole(self, node):
        formatted = node.conversion != -1 or node.format_spec is not None
        return f"{{{self.one(node.value)}{' formatted' if formatted else ''}}}"

    def Tuple(self, node):
        return f"tuple{self.many(node.elts)}{self.span(node)}"

    def List(self, node):
        return f"list{self.many(node.elts)}{self.span(node)}"

    def Set(self, node):
        return f"set{self.many(node.elts)}{self.span(node)}"

    def Dict(self, node):
        entries = (f"{self.one(key)}:{self.one(value)}" for key, value in zip(node.keys, node.values))
        return f"dict[{','.join(entries)}]{self.span(node)}"

    def UnaryOp(self, node):
        return f"({operator(node.op)} {self.one(node.operand)}){self.span(node)}"

    def BinOp(self, node):
        return f"({self.one(node.left)} {operator(node.op)} {self.one(node.right)}){self.span(node)}"

    def BoolOp(self, node):
        return f"({f' {operator(node.op)} '.join(self.one(value) for value in flat_values(node))})"

    def Compare(self, node):
        rest = "".join(f" {operator(op)} {self.one(right)}" for op, right in zip(node.ops, node.comparators))
        return f"({self.one(node.left)}{rest}){self.span(node)}"

    def IfExp(self, node):
        return f"({self.one(node.body)} if {self.one(node.test)} else {self.one(node.orelse)}){self.span(node)}"

    def NamedExpr(self, node):
        return f"({self.one(node.target)} := {self.one(node.value)}){self.span(node)}"

    def Lambda(self, node):
        return f"lambda{self.parameters(node.args)}:{self.one(node.body)}{self.span(node)}"

    def Call(self, node):
        return f"{self.one(node.func)}({self.arguments(node.args, node.keywords)}){self.span(node)}"

    def arguments(self, positional, keywords):
        spelled = [self.one(value) for value in positional]
        spelled += [f"{word.arg or '**'}={self.one(word.value)}" for word in keywords]
        return ",".join(spelled)

    def Attribute(self, node):
        return f"{self.one(node.value)}.{node.attr}{self.span(node)}"

    def Subscript(self, node):
        return f"{self.one(node.value)}[{self.one(node.slice)}]{self.span(node)}"

    def Slice(self, node):
        return f"{self.one(node.lower)}:{self.one(node.upper)}:{self.one(node.step)}"

    def Starred(self, node):
        return f"*{self.one(node.value)}"

    def Await(self, node):
        return f"(await {self.one(node.value)}){self.span(node)}"

    def Yield(self, node):
        return f"(yield {self.one(node.value)}){self.span(node)}"

    def YieldFrom(self, node):
        return f"(yield from {self.one(node.value)}){self.span(node)}"

    def comprehension_of(self, kind, key, element, generators):
        clauses = "".join(
            f" for {self.one(clause.target)} in {self.one(clause.iter)} if {self.many(clause.ifs)}"
            for clause in generators
        )
        return f"{kind}({self.one(key)}:{self.one(element)}{clauses})"

    def ListComp(self, node):
        return self.comprehension_of("list", None, node.elt, node.generators)

    def SetComp(self, node):
        return self.comprehension_of("set", None, node.elt, node.generators)

    def GeneratorExp(self, node):
        return self.comprehension_of("generator", None, node.elt, node.generators)

    def DictComp(self, node):
        return self.comprehension_of("dict", node.key, node.value, node.generators)

    def parameters(self, node):
        defaults = [None] * (len(node.posonlyargs) + len(node.args) - len(node.defaults)) + node.defaults
        spelled = [
            self.parameter("positional-only" if index < len(node.posonlyargs) else "ordinary", arg, defaults[index])
            for index, arg in enumerate(node.posonlyargs + node.args)
        ]
        if node.vararg:
            spelled.append(self.parameter("star", node.vararg, None))
        spelled += [self.parameter("keyword-only", arg, value) for arg, value in zip(node.kwonlyargs, node.kw_defaults)]
        if node.kwarg:
            spelled.append(self.parameter("double-star", node.kwarg, None))
        return f"({','.join(spelled)})"

    def parameter(self, form, arg, default):
        return f"{form} {arg.arg}:{self.one(arg.annotation)}={self.one(default)}"

    # Statements

    def Expr(self, node):
        return f"expression {self.one(node.value)}"

    def Assign(self, node):
        return f"assign {self.many(node.targets)}={self.one(node.value)}"

    def AnnAssign(self, node):
        return f"annotated {self.one(node.target)}:{self.one(node.annotation)}={self.one(node.value)}"

    def AugAssign(self, node):
        return f"augmented {self.one(node.target)}{operator(node.op)}={self.one(node.value)}"

    def TypeAlias(self, node):
        return f"assign [{self.one(node.name)}]={self.one(node.value)}"

    def Return(self, node):
        return f"return {self.one(node.value)}"

    def Raise(self, node):
        return f"raise {self.one(node.exc)}"

    def Assert(self, node):
        return f"assert {self.one(node.test)},{self.one(node.msg)}"

    def Delete(self, node):
        return f"delete {self.many(node.targets)}"

    def Global(self, node):
        return f"global {','.join(node.names)}"

    def Nonlocal(self, node):
        return f"nonlocal {','.join(node.names)}"

    def Pass(self, node):
        return "pass"

    def Break(self, node):
        return "break"

    def Continue(self, node):
        return "continue"

    def If(self, node):
        return f"if {self.one(node.test)}{self.many(node.body)}{self.many(node.orelse)}"

    def While(self, node):
        return f"while {self.one(node.test)}{self.many(node.body)}{self.many(node.orelse)}"

    def For(self, node):
        head = f"for {self.one(node.target)} in {self.one(node.iter)}"
        return f"{head}{self.many(node.body)}{self.many(node.orelse)}"

    AsyncFor = For

    def With(self, node):
        items = ",".join(f"{self.one(item.context_expr)} as {self.one(item.optional_vars)}" for item in node.items)
        return f"with {items}{self.many(node.body)}"

    AsyncWith = With

    def Try(self, node):
        handlers = "".join(
            f"except {self.one(handler.type)} as {handler.name or '-'}{self.many(handler.body)}"
            for handler in node.handlers
        )
        return f"try{self.many(node.body)}{handlers}{self.many(node.orelse)}{self.many(node.finalbody)}"

    TryStar = Try

    def FunctionDef(self, node):
        decorators = self.many(node.decorator_list)
        head = f"def {node.name}{self.parameters(node.args)}->{self.one(node.returns)}"
        return f"{decorators}{head}{self.many(node.body)}"

    def AsyncFunctionDef(self, node):
        return "async " + self.FunctionDef(node)

    def ClassDef(self, node):
        bases = self.arguments(node.bases, node.keywords)
        return f"{self.many(node.decorator_list)}class {node.name}({bases}){self.many(node.body)}"

    def Import(self, node):
        return "import " + ",".join(f"{name.name} as {name.asname or '-'}" for name in node.names)

    def ImportFrom(self, node):
        names = ",".join(f"{name.name} as {name.asname or '-'}" for name in node.names)
        return f"from {'.' * node.level}{node.module or ''} import {names}"

    def Match(self, node):
        cases = "".join(
            f"case {self.one(case.pattern)} if {self.one(case.guard)}{self.many(case.body)}" for case in node.cases
        )
        return f"match {self.one(node.subject)}{cases}"

    # Patterns

    def MatchValue(self, node):
        # Our tree knows no complex numbers.
        return "complex" if isinstance(node.value, ast.BinOp) else self.one(node.value)

    def MatchSingleton(self, node):
        return self.constant(node.value) + self.span(node)

    def MatchAs(self, node):
        if node.name is None:
            return "_"
        return f"capture {node.name}" if node.pattern is None else f"{self.one(node.pattern)} as {node.name}"

    def MatchOr(self, node):
        return "|".join(self.one(pattern) for pattern in node.patterns)

    def MatchSequence(self, node):
        if any(isinstance(pattern, ast.MatchStar) for pattern in node.patterns):
            return self.structure(node)
        return f"sequence[{','.join(self.one(pattern) for pattern in node.patterns)}]"

    def structure(self, node):
        return f"structure[{','.join(captures(node))}]"

    MatchStar = structure

    def MatchClass(self, node):
        parts = [self.one(pattern) for pattern in node.patterns]
        parts += [f"{name}={self.one(pattern)}" for name, pattern in zip(node.kwd_attrs, node.kwd_patterns)]
        return f"class {self.one(node.cls)}({','.join(parts)})"

    def MatchMapping(self, node):
        # Our tree knows no complex numbers.
        parts = [
            f"{'complex' if isinstance(key, ast.BinOp) else self.one(key)}:{self.one(pattern)}"
            for key, pattern in zip(node.keys, node.patterns)
        ]
        return f"mapping[{','.join(parts)}|{node.rest or ''}]"


def captures(pattern):
    if isinstance(pattern, ast.MatchMapping):
        for inner in pattern.patterns:
            yield from captures(inner)
        if pattern.rest:
            yield pattern.rest
        return
    for child in ast.iter_child_nodes(pattern):
        yield from captures(child)
    if isinstance(pattern, (ast.MatchAs, ast.MatchStar)) and pattern.name:
        yield pattern.name


def flat_values(node):
    """`(a and b) and c` is spelled like `a and b and c`, which our tree does not tell apart."""
    first, *rest = node.values
    if isinstance(first, ast.BoolOp) and type(first.op) is type(node.op):
        return flat_values(first) + rest
    return node.values


def units(text):
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def describe(path, shown_line):
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8")
        marked = text.startswith("\ufeff")
        tree = ast.parse(text[1:] if marked else text)
    except (UnicodeDecodeError, SyntaxError, ValueError, RecursionError, MemoryError, OSError) as error:
        return {"skipped": type(error).__name__}
    speller = Speller(text[1:] if marked else text)
    if marked:
        speller.starts = [start + 1 for start in speller.starts]
    if shown_line is not None:
        return {"spelling": [speller.one(node) for node in tree.body if node.lineno == shown_line]}
    return {
        "statements": [[node.lineno, hashlib.sha1(speller.one(node).encode()).hexdigest()] for node in tree.body]
    }


def main():
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10_000)
    shown_line = int(sys.argv[2]) if sys.argv[1:2] == ["--show"] else None
    for path in sys.stdin.read().splitlines():
        print(json.dumps(describe(path, shown_line)), flush=True)


main()
