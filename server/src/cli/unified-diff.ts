/** A change of one file, in the form that `patch` and `git apply` take. */

const context = 3;

interface Hunk {
  /** Lines of the old text, zero-based, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly added: readonly string[];
}

/** Lines keep their endings, so that the diff of a file with \r\n applies to it. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const hunks = changedRuns(old, fresh);
  if (hunks.length === 0) return "";
  let shift = 0;
  let result = `--- a/${path}\n+++ b/${path}\n`;
  for (const group of grouped(hunks, old.length)) {
    const first = Math.max(0, (group[0]?.from ?? 0) - context);
    const last = Math.min(old.length, (group.at(-1)?.to ?? 0) + context);
    const body: string[] = [];
    let next = first;
    for (const { from, to, added } of group) {
      body.push(...old.slice(next, from).map((line) => ` ${line}`), ...old.slice(from, to).map((line) => `-${line}`));
      body.push(...added.map((line) => `+${line}`));
      next = to;
    }
    body.push(...old.slice(next, last).map((line) => ` ${line}`));
    const growth = group.reduce((sum, { from, to, added }) => sum + added.length - (to - from), 0);
    result += `@@ -${range(first, last - first)} +${range(first + shift, last - first + growth)} @@\n`;
    result += body.map((line) => (line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`)).join("");
    shift += growth;
  }
  return result;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** An empty range is named by the line before it. */
function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1}${count === 1 ? "" : `,${count}`}`;
}

/** Hunks that are near each other share their context. */
function grouped(hunks: readonly Hunk[], length: number): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const group = groups.at(-1);
    const end = group?.at(-1)?.to ?? length + 2 * context + 1;
    if (group !== undefined && hunk.from - end <= 2 * context) group.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

/** Fixes change few lines far apart, so lines are matched up with the next place where a few of them agree again. */
function changedRuns(old: readonly string[], fresh: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      i++;
      j++;
      continue;
    }
    const [nextOld, nextFresh] = nextAgreement(old, fresh, i, j);
    hunks.push({ from: i, to: nextOld, added: fresh.slice(j, nextFresh) });
    [i, j] = [nextOld, nextFresh];
  }
  return hunks;
}

/** The nearest pair of places from which both texts go on alike. */
function nextAgreement(old: readonly string[], fresh: readonly string[], i: number, j: number): [number, number] {
  const most = old.length - i + (fresh.length - j);
  for (let distance = 1; distance <= most; distance++) {
    for (let skipped = 0; skipped <= distance; skipped++) {
      const [a, b] = [i + skipped, j + distance - skipped];
      if (a <= old.length && b <= fresh.length && agreesFrom(old, fresh, a, b)) return [a, b];
    }
  }
  return [old.length, fresh.length];
}

/** One equal line may be a mere bracket; two are taken to mean that the change is over, as is the end of both texts. */
function agreesFrom(old: readonly string[], fresh: readonly string[], a: number, b: number): boolean {
  const same = (offset: number): boolean => old[a + offset] === fresh[b + offset];
  return same(0) && same(1) && (a < old.length || b >= fresh.length);
}
