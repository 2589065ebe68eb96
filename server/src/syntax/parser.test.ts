import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseModule } from "./module.ts";
import { createNativeParser } from "./native-parser.ts";
import { GrammarError, type Parser } from "./parser.ts";
import { createNativeTestParser, createTestParser, grammarWasm, runtimeWasm, sampleModule } from "./test-support.ts";
import { createWasmParser } from "./wasm-parser.ts";

test("a missing or damaged grammar is said to be one", async () => {
  const damaged = grammarWasm.subarray(0, 1_000);
  for (const bytes of [new Uint8Array(), damaged, new TextEncoder().encode("<html>not found</html>")]) {
    const failure = createWasmParser({ runtimeWasm, grammarWasm: bytes });
    await expect(failure).rejects.toThrow(GrammarError);
    await expect(failure).rejects.toThrow(/tree-sitter-python\.wasm/);
  }
});

test("a native module of another kind is refused", () => {
  class Impostor {
    setLanguage(): void {
      throw new TypeError("Invalid language object");
    }
    parse(): null {
      return null;
    }
    setTimeoutMicros(): void {
      // Never reached.
    }
    reset(): void {
      // Never reached.
    }
  }
  expect(() => createNativeParser({ treeSitter: Impostor, grammar: {} })).toThrow(GrammarError);
});

test("several parsers work side by side", async () => {
  const [one, other] = await Promise.all([createTestParser(), createTestParser()]);
  expect(parseModule(one, sampleModule)).toEqual(parseModule(other, sampleModule));
  one.dispose();
  expect(parseModule(other, "x = 1").syntax.chunks).toHaveLength(1);
});

const slowText = `${"f(".repeat(200_000)}\n`;

describe.each([
  ["wasm", createTestParser],
  ["native", (limits?: Parameters<typeof createTestParser>[0]) => Promise.resolve(createNativeTestParser(limits))],
])("the %s parser", (_name, create) => {
  async function withLimits(maximumLength: number, maximumMilliseconds: number): Promise<Parser | undefined> {
    return create({ maximumLength, maximumMilliseconds });
  }

  test("refuses a text that is too big", async () => {
    const parser = await withLimits(10, 1_000);
    if (parser !== undefined) {
      expect(parseModule(parser, "x = 1234567")).toMatchObject({ refused: "too big", syntax: { broken: true } });
      expect(parseModule(parser, "x = 123456")).toMatchObject({ refused: undefined, syntax: { broken: false } });
    }
  });

  test("gives up on a text that takes too long, and reads the next one from its start", async () => {
    const parser = await withLimits(4_000_000, 5);
    if (parser !== undefined) {
      const start = performance.now();
      expect(parseModule(parser, slowText)).toMatchObject({ refused: "too slow", syntax: { chunks: [] } });
      expect(performance.now() - start).toBeLessThan(1_000);
      expect(parseModule(parser, "x = 1\n")).toMatchObject({ refused: undefined, syntax: { broken: false } });
    }
  });
});

const native = createNativeTestParser();
const ownSources = ["corpus/canonical.py"].map((name) => readFileSync(new URL(name, import.meta.url), "utf8"));

describe(native === undefined ? "native parser NOT INSTALLED, nothing compared" : "native and wasm", () => {
  test("give the same syntax", async () => {
    const wasm = await createTestParser();
    const odd = [
      "\uFEFFx = '😀'; y = 1\r# é\rz = 2",
      "x = '\ud83d'\0",
      "def f(:\n  x = 1\n",
      sampleModule.slice(0, 700),
    ];
    for (const text of [sampleModule, sampleModule.replaceAll("\n", "\r\n"), ...odd, ...ownSources]) {
      if (native !== undefined) {
        expect(parseModule(native, text)).toEqual(parseModule(wasm, text));
      }
    }
  });
});
