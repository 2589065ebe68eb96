/** Analyses pipelines and mutants: each finding as `file:line rule`. */
import { LineIndex } from "../../server/src/syntax/index.ts";
import { projectOf } from "../../server/src/testing/project.ts";

export async function findingsOf(files: ReadonlyMap<string, string>): Promise<string[]> {
  const project = await projectOf(Object.fromEntries(files));
  return [...files].flatMap(([name, text]) => {
    if (!name.endsWith(".py")) return [];
    const lines = new LineIndex(text);
    const findings = project.check(`/project/${name}`)?.findings ?? [];
    return findings.map(({ location, rule }) => `${name}:${lines.positionAt(location.start).line + 1} ${rule}`);
  });
}
