/** What the import statements of a file bind, read off its text: nothing is parsed for it. */
import { perFile, perPiece } from "../syntax/index.ts";
import type { Sources } from "./sources.ts";

export interface BoundImport {
  /** The name in the file. */
  readonly name: string;
  /** The dotted name that it stands for. */
  readonly target: string;
}

const importStatement = /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)|import[ \t]+([^\n#;]+))/gm;

export interface BoundImports {
  readonly imports: readonly BoundImport[];
  /** The modules of which everything is imported. */
  readonly stars: readonly string[];
}

const readImports = perPiece((text): BoundImports => {
  const imports: BoundImport[] = [];
  const stars: string[] = [];
  for (const [, module = "", names = "", plain] of text.matchAll(importStatement)) {
    const items = (plain ?? names.replace(/#[^\n]*/g, "").replace(/[()\\]/g, " ")).split(",");
    for (const item of items) {
      const [first = "", as, alias] = item.trim().split(/\s+/);
      if (first === "*") stars.push(module);
      if (!/^\w[\w.]*$/.test(first)) continue;
      if (plain === undefined) {
        const target = module.endsWith(".") ? `${module}${first}` : `${module}.${first}`;
        imports.push({ name: as === "as" ? (alias ?? first) : first, target });
      } else if (as === "as") imports.push({ name: alias ?? first, target: first });
      else imports.push({ name: first.split(".")[0] ?? first, target: first.split(".")[0] ?? first });
    }
  }
  return { imports, stars };
});

/** What the import statements of a file bind; a target that starts with dots is relative. */
export const importsIn = perFile((pieces): BoundImports => {
  const found = pieces.map(readImports);
  return { imports: found.flatMap(({ imports }) => imports), stars: found.flatMap(({ stars }) => stars) };
});

/** The text without its import statements. */
export function withoutImports(text: string): string {
  return text.replace(importStatement, "");
}

/** What a target means in a file: one that starts with dots is seen from the file's package. */
export function absoluteTarget(sources: Sources, target: string, path: string): string {
  const [, dots = "", name = ""] = /^(\.*)(.*)$/.exec(target) ?? [];
  return sources.absoluteName(dots.length, name, path);
}
