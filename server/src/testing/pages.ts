/**
 * Reads rule pages: their headings and their fenced blocks. The first word behind the fence is the language, the others say
 * what a test does with the block:
 *
 *     ```python                                        a program with expectations in its comments
 *     ```python gpu=sm90,sm100                         … on these GPUs
 *     ```python library=flash-attn-4:4.0.0b27          … with these library versions
 *     ```python launch=ulysses_degree:2,ring_degree:2  … launched like this
 *     ```python before="Title of a fix"                … that the fix turns into the next block
 *     ```python after                                  … which holds no finding any more
 *     ```python contract="package/module.py"           a contract that the programs on the page are checked with
 *     ```python run                                    a program that CPython runs, with the contracts at hand
 */
import type { World } from "../contracts/world.ts";
import { int } from "../values/value.ts";
import { integer } from "../values/symbolic.ts";

export interface Page {
  readonly title: string;
  /** The paragraph under the title, on one line and without code marks. */
  readonly summary: string;
  readonly headings: readonly string[];
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly line: number;
  readonly heading: string;
  readonly language: string;
  /** The words behind the language; those without a value are "". */
  readonly words: ReadonlyMap<string, string>;
  readonly text: string;
}

export function readPage(markdown: string): Page {
  const headings: string[] = [];
  const blocks: Block[] = [];
  const prose: string[] = [];
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const fence = /^```(\w+)(.*)$/.exec(line);
    if (fence === null) {
      if (line.startsWith("#")) headings.push(line);
      prose.push(line);
      continue;
    }
    const end = lines.indexOf("```", i + 1);
    if (end < 0) throw new Error(`line ${i + 1}: the block has no end`);
    blocks.push({
      line: i + 1,
      heading: headings.at(-1) ?? "",
      language: fence[1] ?? "",
      words: readWords(fence[2] ?? "", i + 1),
      text: lines
        .slice(i + 1, end)
        .map((text) => `${text}\n`)
        .join(""),
    });
    i = end;
  }
  const paragraphs = prose.join("\n").split(/\n{2,}/);
  return {
    title: headings[0]?.replace(/^# /, "") ?? "",
    summary: paragraphs[1]?.replaceAll("\n", " ").replaceAll("`", "") ?? "",
    headings: headings.slice(1),
    blocks,
  };
}

const known = new Set(["gpu", "library", "launch", "before", "after", "contract", "run"]);

function readWords(text: string, line: number): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [, name = "", quoted, plain] of text.matchAll(/([\w-]+)(?:="([^"]*)"|=(\S+))?/g)) {
    if (!known.has(name)) throw new Error(`line ${line}: nobody knows what "${name}" means`);
    words.set(name, quoted ?? plain ?? "");
  }
  return words;
}

/** The world that a block asks for. */
export function worldOf({ words }: Block): Partial<World> {
  const [gpu, library, launch] = ["gpu", "library", "launch"].map((name) => words.get(name));
  return {
    ...(gpu === undefined ? {} : { architectures: gpu.split(",").map((name) => Number(name.replace(/^sm/, ""))) }),
    ...(library === undefined ? {} : { libraries: new Map(pairs(library)) }),
    ...(launch === undefined
      ? {}
      : {
          launches: [
            new Map(
              pairs(launch).map(([name, value]) => [name, { value: int(integer(Number(value))), site: undefined }]),
            ),
          ],
        }),
  };
}

function pairs(list: string): [string, string][] {
  return list.split(",").map((item) => {
    const [name = "", value = ""] = item.split(":");
    return [name, value];
  });
}

/** A program without its expectations, as a user would have it. */
export function withoutExpectations(text: string): string {
  return text.replace(/ *# (?:error|warning|information|hint): \[[\w-]+\]$/gm, "");
}
