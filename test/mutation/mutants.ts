/** Puts documented mistakes into correct programs. A mutant keeps its lines, so that places in the original hold for it too. */
import { lineOf, type Mark, marksOf, type Pipeline, sinksOf } from "./pipeline.ts";

/** One kind of mistake. */
export interface Kind {
  readonly id: string;
  /** What is wrong, in a few words. */
  readonly mistake: string;
  /** The rule that has to find it. */
  readonly rule: string;
  /** The mutants of a pipeline: for each, the lines that change. */
  mutate(pipeline: Pipeline): readonly (readonly Change[])[];
}

/** A line and what it becomes. */
export interface Change {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface Mutant {
  readonly kind: Kind;
  readonly pipeline: Pipeline;
  readonly files: ReadonlyMap<string, string>;
  /** Names pipeline, kind and place. */
  readonly name: string;
  /** `file:line` of each finding that is due. */
  readonly sinks: readonly string[];
}

/** What a line becomes; undefined where the kind does not apply to it. */
export type Rewrite = (line: string, value: string) => string | undefined;

/** A mistake on one line: every line with one of these roles gives a mutant of its own. */
export function oneLine(roles: readonly string[], rewrite: Rewrite): (id: string) => Kind["mutate"] {
  return (id) => (pipeline) =>
    roles
      .flatMap((role) => marksOf(pipeline, role))
      .flatMap((mark) => {
        const changes = changesAt(pipeline, mark, id, rewrite);
        return changes.length === 0 ? [] : [changes];
      });
}

/** A mistake on several lines at once: all lines with a role change together. */
export function allLines(role: string, rewrite: Rewrite): (id: string) => Kind["mutate"] {
  return (id) => (pipeline) => {
    const changes = marksOf(pipeline, role).flatMap((mark) => changesAt(pipeline, mark, id, rewrite));
    return changes.length === 0 ? [] : [changes];
  };
}

function changesAt(pipeline: Pipeline, mark: Mark, id: string, rewrite: Rewrite): Change[] {
  if (isExcluded(pipeline, mark, id)) return [];
  const before = lineOf(pipeline, mark);
  const text = rewrite(before, mark.value);
  return text === undefined || text === before ? [] : [{ file: mark.file, line: mark.line, text }];
}

/** Whether a kind gives no mistake on a line. */
export function isExcluded(pipeline: Pipeline, mark: Mark, id: string): boolean {
  return pipeline.marks.some(
    ({ file, line, role, value }) =>
      file === mark.file && line === mark.line && role === "not" && value.split(",").includes(id),
  );
}

/** The first match of a pattern replaced; undefined if there is none. */
export function replaced(pattern: RegExp | string, replacement: string): Rewrite {
  return (line) => {
    const text = line.replace(pattern, replacement);
    return text === line ? undefined : text;
  };
}

export function mutantsOf(pipeline: Pipeline, kinds: readonly Kind[]): readonly Mutant[] {
  return kinds.flatMap((kind) =>
    kind.mutate(pipeline).map((changes): Mutant => {
      const places = changes.map(({ file, line }) => `${file}:${line + 1}`);
      return {
        kind,
        pipeline,
        files: changed(pipeline.files, changes),
        name: `${pipeline.name}/${kind.id} at ${places.join(", ")}`,
        sinks: sinksOf(pipeline, kind.id),
      };
    }),
  );
}

function changed(files: ReadonlyMap<string, string>, changes: readonly Change[]): ReadonlyMap<string, string> {
  const result = new Map(files);
  for (const { file, line, text } of changes) {
    const lines = (result.get(file) ?? "").split("\n");
    lines[line] = text;
    result.set(file, lines.join("\n"));
  }
  return result;
}
