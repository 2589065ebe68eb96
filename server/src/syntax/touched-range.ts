/** The text `start..oldEnd` was replaced by what is now `start..newEnd`. */
export interface TouchedRange {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** One range that covers two changes made one after the other. */
export function joinRanges(first: TouchedRange, second: TouchedRange): TouchedRange {
  const beyondFirst = Math.max(0, second.oldEnd - first.newEnd);
  const beyondSecond = Math.max(0, first.newEnd - second.oldEnd);
  return {
    start: Math.min(first.start, second.start),
    oldEnd: first.oldEnd + beyondFirst,
    newEnd: second.newEnd + beyondSecond,
  };
}

export function moved(range: TouchedRange, by: number): TouchedRange {
  return { start: range.start + by, oldEnd: range.oldEnd + by, newEnd: range.newEnd + by };
}
