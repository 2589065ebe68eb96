import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { spell } from "./corpus/canonical.ts";
import { parseModule } from "./module.ts";
import type { ParseLimits, Parser } from "./parser.ts";
import { createWasmParser } from "./wasm-parser.ts";

const require = createRequire(import.meta.url);

export const runtimeWasm = readFileSync(require.resolve("web-tree-sitter/web-tree-sitter.wasm"));
export const grammarWasm = readFileSync(require.resolve("tree-sitter-python/tree-sitter-python.wasm"));

/** The parser that tests use, as the product starts it. */
export function createTestParser(limits?: ParseLimits): Promise<Parser> {
  return createWasmParser({ runtimeWasm, grammarWasm, ...(limits === undefined ? {} : { limits }) });
}

/** The statements of a text in the canonical spelling, without positions. */
export function spellModule(parser: Parser, text: string): string[] {
  return parseModule(parser, text).syntax.chunks.map(({ chunk, offset }) =>
    spell(chunk.statement, offset, false).replace(/@\d+:\d+/g, ""),
  );
}

/** A module with some of everything, for tests that edit or cut real code. */
export const sampleModule = `"""Doc string."""
from __future__ import annotations
import os, sys as system
from ..package.module import (name, other as alias)

SIZE: int = 4_096  # tokens
RANKS = [rank for rank in range(8) if rank % 2 == 0]
MAPPING = {"a": 1, **{"b": 2}, 'é': "😀"}


@decorator(argument=1)
class Pipeline(Base, metaclass=Meta):
    """Several
    lines."""

    degree: int = 2

    def forward(self, x, /, mask=None, *args, scale: float = 1.0, **kwargs) -> Tensor:
        # A comment in a body.
        if mask is None and x.shape[1] % self.degree == 0:
            mask = torch.ones(
                x.shape[0],  # batch
                x.shape[1] // self.degree,
            )
        elif not mask:
            raise ValueError(f"bad {mask!r:>{SIZE}} of {x.shape[0] + 1}" "plain")
        else:
            with open("a") as first, open("b"):
                del first
        return self.model(*args, x=x[..., 1:-1:2], **kwargs)

    async def run(self):
        async for item in self.items:
            await item
            yield item
        try:
            result = (yield)
        except (KeyError, ValueError) as error:
            pass
        finally:
            self.done = lambda value, *rest: value if rest else None


def choose(command):
    match command:
        case {"kind": "stop", **rest} if rest:
            return b"raw" b"bytes"
        case [first, *others] | (first, others):
            return r"[d]" + first
        case Point(x=0) as origin:
            return not origin
        case _:
            total = 1
            while (total := total * 2) < 100: total += 1
            for a, b in pairs: print(a, b); continue
            return total
x = 1; y = 2
assert x < y <= 3, "ordered"
`;
