import { readFileSync, existsSync } from "node:fs";
import { test } from "vitest";
import { projectOf } from "../testing/project.ts";
import { splitFiles } from "../testing/fixture.ts";
import { applyEdits } from "../ide/verified-fixes.ts";
import { LineIndex } from "../syntax/index.ts";
test("probe", async () => {
  for (const name of (process.env.PROBE ?? "").split(",")) {
    if (!existsSync(name)) continue;
    const files = splitFiles(readFileSync(name, "utf8"));
    const project = await projectOf(files);
    const out: string[] = [`######## ${name}`];
    for (const file of Object.keys(files)) for (const f of project.check(`/project/${file}`)?.findings ?? []) {
      const at = (l: any) => { const t = project.sources.text(l.path) ?? ""; return `${l.path.slice(9)}:${new LineIndex(t).positionAt(l.start).line + 1} «${t.slice(l.start, l.end).replace(/\s+/g, " ").slice(0, 90)}»`; };
      out.push(`${f.severity} ${f.rule} at ${at(f.location)}`, `  ${f.message}`, `  runtime ${f.runtime?.text}`, `  given ${f.assumptions.join("; ")}`);
      for (const r of f.related) out.push(`  related: ${r.message}   @ ${at(r.location)}`);
      for (const d of f.derivation) out.push(`  derived: ${d.text}   @ ${d.location ? at(d.location) : "-"}`);
      for (const x of project.fixes(f)) {
        out.push(`  FIX ${x.preferred ? "*" : " "} ${x.title}`);
        for (const p of new Set(x.edits.map((e) => e.location.path))) {
          const before = project.sources.text(p) ?? ""; const after = applyEdits(before, x.edits.filter((e) => e.location.path === p));
          const b = before.split("\n"); for (const l of after.split("\n")) if (!b.includes(l)) out.push(`      + ${p.slice(9)} ${l}`);
        }
      }
    }
    console.log(out.join("\n"));
  }
});
