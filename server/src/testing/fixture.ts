/**
 * Python with expectations in its comments: `# error: [rule]` behind a line that has a finding, `# revealed: …` behind
 * `reveal(expression)`. A missing and an unexpected finding both fail.
 *
 * Several files are separated by lines `#- name.py`; text before the first is `main.py`.
 */
import { expect } from "vitest";
import type { ContractLibrary } from "../contracts/library.ts";
import type { World } from "../contracts/world.ts";
import type { Finding, Fix } from "../finding.ts";
import type { Project } from "../ide/project.ts";
import { applyEdits } from "../ide/verified-fixes.ts";
import { childrenOf, LineIndex, type Node } from "../syntax/index.ts";
import { describe as describeValue, type Value } from "../values/value.ts";
import { projectOf } from "./project.ts";

export interface Fixture {
  readonly project: Project;
  readonly files: Readonly<Record<string, string>>;
}

export async function fixture(text: string, world: Partial<World> = {}, contracts?: ContractLibrary): Promise<Fixture> {
  const files = splitFiles(text);
  return { project: await projectOf(files, world, contracts), files };
}

export function splitFiles(text: string): Record<string, string> {
  const files: Record<string, string> = {};
  let name = "main.py";
  for (const line of text.replace(/^\n/, "").split("\n")) {
    const marker = /^#- (\S+)$/.exec(line);
    if (marker?.[1] !== undefined) name = marker[1];
    else files[name] = `${files[name] ?? ""}${line}\n`;
  }
  return files;
}

/** Checks every expectation of a fixture. */
export async function check(text: string, world: Partial<World> = {}, contracts?: ContractLibrary): Promise<Fixture> {
  const made = await fixture(text, world, contracts);
  const expected = Object.entries(made.files).flatMap(([name, content]) => expectations(name, content));
  expect(actual(made)).toEqual(expected);
  return made;
}

function expectations(name: string, content: string): string[] {
  return content.split("\n").flatMap((line, i) => {
    const found = [...line.matchAll(/# (error|warning|information|hint): \[([\w-]+)\]/g)].map(
      (match) => `${match[1] ?? ""}: [${match[2] ?? ""}]`,
    );
    const revealed = /# revealed: (.*)$/.exec(line)?.[1];
    if (revealed !== undefined) found.push(`revealed: ${revealed}`);
    return found.map((what) => `${name}:${i + 1} ${what}`);
  });
}

function actual(made: Fixture): string[] {
  return Object.entries(made.files).flatMap(([name, content]) => {
    const lines = new LineIndex(content);
    const path = `/project/${name}`;
    const at = (offset: number): number => lines.positionAt(offset).line;
    const findings = made.project
      .check(path)
      ?.findings.map((finding) => [at(finding.location.start), `${finding.severity}: [${finding.rule}]`] as const);
    const revealed = content.includes("reveal(")
      ? reveals(made.project, path).map(([offset, text]) => [at(offset), `revealed: ${text}`] as const)
      : [];
    const all = [...(findings ?? []), ...revealed].sort(([a], [b]) => a - b);
    return all.map(([line, text]) => `${name}:${line + 1} ${text}`);
  });
}

/** What each `reveal(expression)` of a file shows. */
export function reveals(project: Project, path: string): [number, string][] {
  const source = project.sources.source(path);
  const values = new Map<string, Value>();
  project.evaluate(path, {
    observe: (frame, span, value) => {
      const placed = source?.syntax.chunks.find((candidate) => candidate.chunk === frame.chunk);
      if (placed !== undefined && frame.scope.path === path) values.set(`${placed.offset + span.start}`, value);
    },
  });
  return (source?.syntax.chunks ?? []).flatMap((placed) =>
    callsOf(placed.chunk.statement).flatMap((node): [number, string][] => {
      const argument =
        node.kind === "call" && node.callee.kind === "name" && node.callee.id === "reveal"
          ? node.arguments[0]
          : undefined;
      if (argument === undefined) return [];
      const value = values.get(`${placed.offset + argument.value.start}`);
      return [[placed.offset + node.start, value === undefined ? "not reached" : describeValue(value)]];
    }),
  );
}

function callsOf(root: Node): Node[] {
  const found: Node[] = [];
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === "call") found.push(node);
    pending.push(...childrenOf(node));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The only finding of the fixture's files. */
export function onlyFinding(made: Fixture): Finding {
  const findings = Object.keys(made.files).flatMap((name) => made.project.check(`/project/${name}`)?.findings ?? []);
  expect(findings).toHaveLength(1);
  const [finding] = findings;
  if (finding === undefined) throw new Error("no finding");
  return finding;
}

/** The fixes of the only finding, by title. */
export function fixesOf(made: Fixture): ReadonlyMap<string, Fix> {
  return new Map(made.project.fixes(onlyFinding(made)).map((fix) => [fix.title, fix]));
}

/** The text of a file after a fix. */
export function fixed(made: Fixture, fix: Fix | undefined, name = "main.py"): string {
  const edits = fix?.edits.filter((edit) => edit.location.path === `/project/${name}`) ?? [];
  return applyEdits(made.files[name] ?? "", edits);
}
