/**
 * Where a key stands in a TOML file. The parser does not say, and problems are easier to mend with a line number, so keys
 * and table headers at the start of a line are looked for. What is inside an inline table gets the line of that table.
 */
export function lineOfKey(text: string, path: readonly string[]): number | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  let table: readonly string[] = [];
  let best: { readonly depth: number; readonly line: number } | undefined;
  for (const [i, line] of lines.entries()) {
    const header = /^\s*\[\[?([^[\]]+)\]\]?\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) table = keysOf(header);
    const key = header === undefined ? /^\s*((?:[\w.-]|"[^"]*"|'[^']*'|\s)+?)\s*=/.exec(line)?.[1] : undefined;
    if (header === undefined && key === undefined) continue;
    const place = key === undefined ? table : [...table, ...keysOf(key)];
    const fits = place.every((part, depth) => part === path[depth]);
    if (fits && place.length > (best?.depth ?? 0)) best = { depth: place.length, line: i + 1 };
  }
  return best?.line;
}

/** `a."b.c"` has two keys. */
function keysOf(dotted: string): readonly string[] {
  return [...dotted.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
