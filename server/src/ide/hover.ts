/** What is known of the expression under the cursor, as Markdown. */
import { fileNameOf } from "../host.ts";
import { openWorld } from "../contracts/world.ts";
import { LineIndex, nodeAt } from "../syntax/index.ts";
import { describe, type Value } from "../values/value.ts";
import { findRule } from "../rules/registry.ts";
import { numberOf } from "../rules/words.ts";
import { ancestry } from "../values/origin.ts";
import { locationOf, textAt, shorten } from "./places.ts";
import { type KnownDegrees, PackedLengths } from "./extent.ts";
import type { Project } from "./project.ts";

export interface Hover {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

export function hoverAt(project: Project, path: string, offset: number): Hover | undefined {
  return ruleHover(project, path, offset) ?? findingHover(project, path, offset) ?? valueHover(project, path, offset);
}

/** A rule's id in a suppression comment shows the rule's page. */
function ruleHover(project: Project, path: string, offset: number): Hover | undefined {
  const source = project.sources.source(path);
  const comment = source?.syntax.comments.find((span) => offset >= span.start && offset < span.end);
  if (source === undefined || comment === undefined) return undefined;
  const text = source.text.slice(comment.start, comment.end);
  if (!text.includes("shardlint:")) return undefined;
  for (const match of text.matchAll(/[\w-]+/g)) {
    const start = comment.start + match.index;
    const end = start + match[0].length;
    const rule = offset >= start && offset <= end ? findRule(match[0]) : undefined;
    if (rule !== undefined)
      return { start, end, markdown: project.options.pages?.get(rule.id) ?? `**${rule.id}**: ${rule.summary}` };
  }
  return undefined;
}

/** How a finding came about: the editor shows its message already. */
function findingHover(project: Project, path: string, offset: number): Hover | undefined {
  const finding = project
    .check(path)
    ?.findings.find(({ location }) => offset >= location.start && offset <= location.end);
  if (finding === undefined) return undefined;
  const lines = finding.derivation.map(
    (step) => `- \`${step.text}\`${step.location === undefined ? "" : ` (${placeName(project, path, step.location)})`}`,
  );
  const given =
    finding.assumptions.length === 0
      ? []
      : ["", `Given ${finding.assumptions.map((name) => `\`${name}\``).join(", ")}.`];
  const runtime =
    finding.runtime === null
      ? "No exception is raised; the result is wrong."
      : `At run time: \`${finding.runtime.exception}: ${finding.runtime.text}\``;
  const markdown = [`**Where the numbers come from**`, "", ...lines, ...given, "", runtime].join("\n");
  return { start: finding.location.start, end: finding.location.end, markdown };
}

function placeName(
  project: Project,
  from: string,
  location: { readonly path: string; readonly start: number },
): string {
  const lines = new LineIndex(project.sources.text(location.path) ?? "");
  const line = lines.positionAt(location.start).line + 1;
  return location.path === from ? `line ${line}` : `${fileNameOf(location.path)}:${line}`;
}

function valueHover(project: Project, path: string, offset: number): Hover | undefined {
  const source = project.sources.source(path);
  const found = source === undefined ? undefined : nodeAt(source.syntax, offset);
  if (found === undefined) return undefined;
  const nodes = [found.expression, ...[...found.ancestors].reverse()];
  const names = nodes.filter(
    (node) =>
      node.kind === "name" ||
      node.kind === "attribute" ||
      node.kind === "subscript" ||
      node.kind === "call" ||
      node.kind === "binary",
  );
  const concrete = valuesIn(project, path, false).values;
  for (const node of names.slice(0, 2)) {
    const key = `${found.placed.offset + node.start}:${found.placed.offset + node.end}`;
    const value = concrete.get(key);
    if (value === undefined || !isInformative(value)) continue;
    const start = found.placed.offset + node.start;
    const end = found.placed.offset + node.end;
    const title = `\`${shorten(source?.text.slice(start, end) ?? "")}\`: \`${describe(value)}\``;
    const extent = extentOf(project, path, key);
    return {
      start,
      end,
      markdown: [title, ...(extent === undefined ? [] : ["", extent]), ...steps(project, path, value)].join("\n"),
    };
  }
  return undefined;
}

/** The value of each evaluated expression; that for all callers where a function is also called with particular ones. */
function valuesIn(
  project: Project,
  path: string,
  symbolicDegrees: boolean,
): { values: ReadonlyMap<string, Value>; lengths: PackedLengths } {
  const values = new Map<string, Value>();
  const lengths = new PackedLengths();
  const general = new Set<string>();
  const { sources } = project;
  const world = project.worldOf(path);
  const offsets = new Map(sources.source(path)?.syntax.chunks.map((placed) => [placed.chunk, placed.offset]));
  project.evaluate(path, {
    world: symbolicDegrees ? { ...world, launches: openWorld.launches } : world,
    symbolicDegrees,
    observe: (frame, span, value) => {
      lengths.note(value);
      const offset = frame.scope.path === path ? offsets.get(frame.chunk) : undefined;
      if (offset === undefined) return;
      const key = `${offset + span.start}:${offset + span.end}`;
      if (frame.caller === undefined) general.add(key);
      else if (general.has(key)) return;
      values.set(key, value);
    },
  });
  return { values, lengths };
}

/** Whether a length is the whole sequence's or one rank's share, in symbols: numbers would not tell. */
function extentOf(project: Project, path: string, key: string): string | undefined {
  const { values, lengths } = valuesIn(project, path, true);
  const value = values.get(key);
  return value === undefined ? undefined : lengths.describe(value, knownDegrees(project, path));
}

function knownDegrees(project: Project, path: string): KnownDegrees {
  const [launch, ...others] = project.launchesOf(path);
  const degree = (name: string): number | undefined =>
    others.length === 0 ? numberOf(launch?.get(name)?.value) : undefined;
  return { ulysses: degree("ulysses_degree"), ring: degree("ring_degree") };
}

function isInformative(value: Value): boolean {
  switch (value.kind) {
    case "int":
    case "tensor":
    case "choice":
      return true;
    case "tuple":
      return value.items.length > 0 && value.items.every(isInformative);
    case "opaque":
      return value.size;
    default:
      return false;
  }
}

const maximumSteps = 6;

function steps(project: Project, path: string, value: Value): string[] {
  const lines: string[] = [];
  for (const origin of ancestry(value.origin)) {
    const location = origin.site === undefined ? undefined : locationOf(project.sources, origin.site);
    if (location === undefined || origin.kind === "argument" || lines.length >= maximumSteps) continue;
    const text = origin.kind === "world" ? (origin.name ?? "") : shorten(textAt(project.sources, location));
    const line = `- \`${text}\` (${placeName(project, path, location)})`;
    if (!lines.includes(line)) lines.push(line);
  }
  return lines.length === 0 ? [] : ["", ...lines];
}
