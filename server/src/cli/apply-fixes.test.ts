import { expect, test } from "vitest";
import type { Finding, Fix } from "../finding.ts";
import { type Editable, fixInMemory } from "./apply-fixes.ts";

/** Every `bad` in a file is a finding; the fix of `bad<edits>` makes those edits. */
class Words implements Editable {
  readonly texts: Map<string, string>;
  private readonly fixOf: (finding: Finding, text: string) => Fix | undefined;

  constructor(texts: Record<string, string>, fixOf: (finding: Finding, text: string) => Fix | undefined) {
    this.texts = new Map(Object.entries(texts));
    this.fixOf = fixOf;
  }

  findingsIn(path: string): readonly Finding[] {
    return [...(this.texts.get(path) ?? "").matchAll(/bad/g)].map(({ index }) => ({
      rule: "bad",
      severity: "error",
      message: "",
      location: { path, start: index, end: index + 3 },
      runtime: null,
      assumptions: [],
      related: [],
      derivation: [],
    }));
  }

  fixesFor(finding: Finding): readonly Fix[] {
    const fix = this.fixOf(finding, this.texts.get(finding.location.path) ?? "");
    return fix === undefined ? [] : [fix];
  }

  textOf(path: string): string | undefined {
    return this.texts.get(path);
  }

  replace(path: string, text: string): void {
    this.texts.set(path, text);
  }
}

const mend = ({ location }: Finding): Fix => ({ title: "", preferred: true, edits: [{ location, newText: "good" }] });

test("all preferred fixes are applied, and what was there before is kept", () => {
  const { files, applied } = fixInMemory(new Words({ a: "bad, bad", b: "fine" }, mend), ["a", "b"]);
  expect(applied).toBe(2);
  expect([...files]).toEqual([["a", { before: "bad, bad", after: "good, good" }]]);
});

test("a fix that is not preferred is left to a person", () => {
  const words = new Words({ a: "bad" }, (finding) => ({ ...mend(finding), preferred: false }));
  expect(fixInMemory(words, ["a"])).toEqual({ files: new Map(), applied: 0 });
});

test("fixes that touch each other are applied one after the other", () => {
  const whole = (finding: Finding, text: string): Fix => {
    const location = { ...finding.location, start: 0, end: text.length };
    return { title: "", preferred: true, edits: [{ location, newText: text.replace("bad", "good") }] };
  };
  const { files, applied } = fixInMemory(new Words({ a: "bad, bad" }, whole), ["a"]);
  expect(applied).toBe(2);
  expect(files.get("a")?.after).toBe("good, good");
});

test("a fix may edit several files, but only those that are checked", () => {
  const both = (finding: Finding): Fix => ({
    title: "",
    preferred: true,
    edits: [
      { location: finding.location, newText: "good" },
      { location: { path: "b", start: 0, end: 0 }, newText: "first " },
    ],
  });
  expect(fixInMemory(new Words({ a: "bad", b: "b" }, both), ["a"]).applied).toBe(0);
  const { files } = fixInMemory(new Words({ a: "bad", b: "b" }, both), ["a", "b"]);
  expect([...files].map(([path, { after }]) => [path, after])).toEqual([
    ["a", "good"],
    ["b", "first b"],
  ]);
});

test("a fix that brings its own finding back is not tried forever", () => {
  const endless = ({ location }: Finding): Fix => ({
    title: "",
    preferred: true,
    edits: [{ location, newText: "bad!" }],
  });
  const { files, applied } = fixInMemory(new Words({ a: "bad" }, endless), ["a"]);
  expect(applied).toBe(8);
  expect(files.get("a")?.after).toBe("bad!!!!!!!!");
});
