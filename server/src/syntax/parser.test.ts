import { expect, test } from "vitest";
import { parseModule } from "./module.ts";
import { GrammarError } from "./parser.ts";
import { createTestParser, grammarWasm, runtimeWasm, sampleModule } from "./test-support.ts";
import { createWasmParser } from "./wasm-parser.ts";

test("a missing or damaged grammar is said to be one", async () => {
  const damaged = grammarWasm.subarray(0, 1_000);
  for (const bytes of [new Uint8Array(), damaged, new TextEncoder().encode("<html>not found</html>")]) {
    const failure = createWasmParser({ runtimeWasm, grammarWasm: bytes });
    await expect(failure).rejects.toThrow(GrammarError);
    await expect(failure).rejects.toThrow(/tree-sitter-python\.wasm/);
  }
});

test("several parsers work side by side", async () => {
  const [one, other] = await Promise.all([createTestParser(), createTestParser()]);
  expect(parseModule(one, sampleModule)).toEqual(parseModule(other, sampleModule));
  one.dispose();
  expect(parseModule(other, "x = 1").syntax.chunks).toHaveLength(1);
});

const slowText = `${"f(".repeat(200_000)}\n`;

test("refuses a text that is too big", async () => {
  const parser = await createTestParser({ maximumLength: 10, maximumMilliseconds: 1_000 });
  expect(parseModule(parser, "x = 1234567")).toMatchObject({ refused: "too big", syntax: { broken: true } });
  expect(parseModule(parser, "x = 123456")).toMatchObject({ refused: undefined, syntax: { broken: false } });
});

test("gives up on a text that takes too long, and reads the next one from its start", async () => {
  const parser = await createTestParser({ maximumLength: 4_000_000, maximumMilliseconds: 5 });
  const start = performance.now();
  expect(parseModule(parser, slowText)).toMatchObject({ refused: "too slow", syntax: { chunks: [] } });
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(parseModule(parser, "x = 1\n")).toMatchObject({ refused: undefined, syntax: { broken: false } });
});
