/** The candidate that a misspelt word most likely means; undefined if none is near. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  // A third of the letters may be wrong; more than that and the suggestion would be a guess.
  let best = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let found: string | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const suggestion = closest(word, candidates);
  return suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
}

/** How many letters have to be inserted, removed, replaced or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, at(beforeLast, j - 2) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
