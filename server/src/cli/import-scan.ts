/** The import statements of a text that is not worth parsing. */

export interface ImportedModule {
  /** How many dots there are. */
  readonly level: number;
  readonly module: string;
  /** What is imported from it, which may be modules too; empty for `import a.b`. */
  readonly names: readonly string[];
}

const statement = /[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import\b[ \t]*(\([^)]*\)|[^\n\r]*)|import[ \t]+([^\n\r;#]*))/y;

/** Looks only at lines that have the word in them, since a pattern that is tried on every line takes three times as long. */
export function* importsIn(text: string): Generator<ImportedModule> {
  let next = 0;
  for (let at = text.indexOf("import"); at >= 0; at = text.indexOf("import", Math.max(next, at + 1))) {
    statement.lastIndex = text.lastIndexOf("\n", at) + 1;
    const match = statement.exec(text);
    if (match === null) continue;
    next = statement.lastIndex;
    const [, dots = "", module = "", names = "", plain] = match;
    if (plain === undefined) {
      yield { level: dots.length, module, names: names.replace(/#[^\n]*/g, "").match(/\w+/g) ?? [] };
    } else {
      for (const part of plain.split(",")) yield { level: 0, module: part.trim().split(/\s/, 1)[0] ?? "", names: [] };
    }
  }
}
