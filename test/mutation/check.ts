/** Analyses a pipeline and its mutants in one project, edited as in an editor: each finding as `file:line rule`. */
import type { Project } from "../../server/src/ide/project.ts";
import { LineIndex } from "../../server/src/syntax/index.ts";
import { projectOf } from "../../server/src/testing/project.ts";
import type { Pipeline } from "./pipeline.ts";

export class Subject {
  private readonly project: Project;
  private readonly originals: ReadonlyMap<string, string>;

  private constructor(project: Project, originals: ReadonlyMap<string, string>) {
    this.project = project;
    this.originals = originals;
  }

  static async of({ files }: Pipeline): Promise<Subject> {
    const project = await projectOf(Object.fromEntries(files));
    for (const [name, text] of files) if (isPython(name)) project.openDocument(`/project/${name}`, text);
    return new Subject(project, files);
  }

  /** The findings, sorted, with these texts in place of the pipeline's own. */
  findings(files: ReadonlyMap<string, string> = this.originals): readonly string[] {
    const changed = [...files].filter(([name, text]) => isPython(name) && text !== this.originals.get(name));
    for (const [name, text] of changed) this.project.openDocument(`/project/${name}`, text);
    const found = [...files].flatMap(([name, text]) => (isPython(name) ? this.findingsIn(name, text) : []));
    for (const [name] of changed) this.project.openDocument(`/project/${name}`, this.originals.get(name) ?? "");
    return found.sort();
  }

  private findingsIn(name: string, text: string): string[] {
    const lines = new LineIndex(text);
    const findings = this.project.check(`/project/${name}`)?.findings ?? [];
    return findings.map(({ location, rule }) => `${name}:${lines.positionAt(location.start).line + 1} ${rule}`);
  }
}

function isPython(name: string): boolean {
  return name.endsWith(".py");
}
