/**
 * Correct programs, one a folder of `pipelines/`, with marks that say what stands on a line. A mark is a trailing comment
 * `#@ role role=value`; it is taken off before the program is analysed, so that a program reads as its author would leave it.
 *
 * The role `sink` names the line of the finding, `sink=kind,kind` for these kinds of mistake only. `not=kind,kind` says that a
 * kind gives no mistake on this line.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A line with a role. `file` and `line` (from 0) say where, `value` is what stands behind the role. */
export interface Mark {
  readonly file: string;
  readonly line: number;
  readonly role: string;
  readonly value: string;
}

export interface Pipeline {
  readonly name: string;
  /** Texts without marks, by path below the pipeline's folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly marks: readonly Mark[];
}

const folder = fileURLToPath(new URL("pipelines", import.meta.url));

export function readPipelines(): readonly Pipeline[] {
  return readdirSync(folder).sort().map(readPipeline);
}

function readPipeline(name: string): Pipeline {
  const files = new Map<string, string>();
  const marks: Mark[] = [];
  for (const file of readdirSync(`${folder}/${name}`).sort()) {
    const lines = readFileSync(`${folder}/${name}/${file}`, "utf8").split("\n");
    lines.forEach((text, line) => {
      for (const word of /#@ (.*)$/.exec(text)?.[1]?.split(" ") ?? []) {
        const [role = "", ...value] = word.split("=");
        marks.push({ file, line, role, value: value.join("=") });
      }
    });
    files.set(file, lines.map((text) => text.replace(/ *#@ .*$/, "")).join("\n"));
  }
  return { name, files, marks };
}

/** The marks of one role. */
export function marksOf(pipeline: Pipeline, role: string): readonly Mark[] {
  return pipeline.marks.filter((mark) => mark.role === role);
}

/** Where a mistake of this kind shows: `file:line`, lines from 1, sorted. */
export function sinksOf(pipeline: Pipeline, kind: string): readonly string[] {
  const sinks = marksOf(pipeline, "sink");
  const own = sinks.filter((mark) => mark.value.split(",").includes(kind));
  const chosen = own.length > 0 ? own : sinks.filter((mark) => mark.value === "");
  return chosen.map((mark) => `${mark.file}:${mark.line + 1}`).sort();
}

export function lineOf(pipeline: Pipeline, mark: Mark): string {
  return pipeline.files.get(mark.file)?.split("\n")[mark.line] ?? "";
}
