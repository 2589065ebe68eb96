/** Makes a program that shows a disagreement as small as it can, line by line. */

type Files = Readonly<Record<string, string>>;

/** The smallest program found that still `fails`. Blocks are removed whole or lose their header; then lines go. */
export async function shrunk(files: Files, fails: Fails): Promise<Files> {
  let best = files;
  let before: Files | undefined;
  while (before !== best) {
    before = best;
    for (const step of steps) best = await step(best, fails);
  }
  return best;
}

type Fails = (files: Files) => Promise<boolean>;

const steps: readonly ((files: Files, fails: Fails) => Promise<Files>)[] = [
  withoutFiles,
  withoutLines,
  withoutNames,
  withSimplerLines,
];

async function withoutFiles(files: Files, fails: Fails): Promise<Files> {
  let best = files;
  for (const name of Object.keys(files)) {
    const others = Object.fromEntries(Object.entries(best).filter(([other]) => other !== name));
    if (name !== "main.py" && (await fails(others))) best = others;
  }
  return best;
}

/** From the end, since what stands there uses what stands before it. */
async function withoutLines(files: Files, fails: Fails): Promise<Files> {
  let best = files;
  for (const name of Object.keys(files)) {
    for (let i = linesOf(best, name).length - 1; i >= 0; i--) {
      const lines = linesOf(best, name);
      const end = blockEnd(lines, i);
      const body = lines.slice(i + 1, end).map((line) => line.replace(/^ {4}/, ""));
      for (const put of end > i + 1 ? [[], body] : [[]]) {
        const candidate = replaced(best, name, i, end, put);
        if (!(await fails(candidate))) continue;
        best = candidate;
        break;
      }
    }
  }
  return best;
}

/** A name that is only handed on gives its place to its value. */
async function withoutNames(files: Files, fails: Fails): Promise<Files> {
  let best = files;
  for (const name of Object.keys(files)) {
    for (let i = linesOf(best, name).length - 1; i >= 0; i--) {
      const lines = linesOf(best, name);
      const [, assigned, value] = /^ *(\w+) = (.+)$/.exec(lines[i] ?? "") ?? [];
      if (assigned === undefined || value === undefined) continue;
      const uses = new RegExp(`\\b${assigned}\\b`, "g");
      const put = /^[\w."]+$|^[([{].*[)\]}]$|^[\w.]+\(.*\)$/.test(value) ? value : `(${value})`;
      const others = lines.map((line, at) => (at === i ? undefined : line.replace(uses, () => put)));
      const text = others.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join("");
      const candidate = { ...best, [name]: text };
      if (await fails(candidate)) best = candidate;
    }
  }
  return best;
}

async function withSimplerLines(files: Files, fails: Fails): Promise<Files> {
  let best = files;
  for (const name of Object.keys(files)) {
    for (const i of linesOf(best, name).keys()) {
      for (let improved = true; improved;) {
        improved = false;
        for (const simpler of simplifications(linesOf(best, name)[i] ?? "")) {
          const candidate = replaced(best, name, i, i + 1, [simpler]);
          if (!(await fails(candidate))) continue;
          best = candidate;
          improved = true;
          break;
        }
      }
    }
  }
  return best;
}

function linesOf(files: Files, name: string): string[] {
  return (files[name] ?? "").split("\n").slice(0, -1);
}

function replaced(files: Files, name: string, from: number, to: number, put: readonly string[]): Files {
  const lines = linesOf(files, name);
  return {
    ...files,
    [name]: [...lines.slice(0, from), ...put, ...lines.slice(to)].map((line) => `${line}\n`).join(""),
  };
}

function blockEnd(lines: readonly string[], start: number): number {
  const depth = indentOf(lines[start]);
  let end = start + 1;
  while (end < lines.length && indentOf(lines[end]) > depth) end++;
  return end;
}

function indentOf(line = ""): number {
  return line.length - line.trimStart().length;
}

/** A bracket loses an argument, a value its attribute. */
function* simplifications(line: string): Generator<string> {
  for (const match of line.matchAll(/, [^,()[\]{}]+(?=[,)\]}])/g)) {
    yield line.slice(0, match.index) + line.slice(match.index + match[0].length);
  }
  for (const match of line.matchAll(/(?<=[([{])[^,()[\]{}]+, /g)) {
    yield line.slice(0, match.index) + line.slice(match.index + match[0].length);
  }
  for (const match of line.matchAll(/\.\w+(\(\)|(?!\())/g)) {
    yield line.slice(0, match.index) + line.slice(match.index + match[0].length);
  }
}
