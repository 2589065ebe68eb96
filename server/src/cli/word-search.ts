/**
 * Finds out whether bytes contain any of many words, as whole words, without a look at each byte. This is the method of
 * Wu and Manber: look at the last two bytes of a window as long as the shortest word. A table says how far the window can
 * move before those two bytes could be part of a word; where it says nowhere, the few words that have them there are
 * compared.
 */
export class WordSearch {
  private readonly words: readonly Uint8Array[];
  private readonly window: number;
  private readonly shifts: Uint8Array;
  private readonly byPair = new Map<number, Uint8Array[]>();

  /** The words need at least two bytes each. */
  constructor(words: Iterable<string>) {
    this.words = [...new Set(words)].map((word) => Buffer.from(word)).filter((word) => word.length >= 2);
    this.window = Math.min(255, ...this.words.map((word) => word.length));
    this.shifts = new Uint8Array(0x10000).fill(this.window - 1);
    for (const word of this.words) this.learn(word);
  }

  private learn(word: Uint8Array): void {
    for (let end = 1; end < this.window; end++) {
      const pair = pairAt(word, end);
      this.shifts[pair] = Math.min(this.shifts[pair] ?? 0, this.window - 1 - end);
    }
    const last = pairAt(word, this.window - 1);
    this.byPair.set(last, [...(this.byPair.get(last) ?? []), word]);
  }

  isIn(bytes: Uint8Array, length: number = bytes.length): boolean {
    if (this.words.length === 0) return false;
    // Megabytes go through this loop before the engine has had the time to optimise calls out of it.
    const { shifts, window } = this;
    for (let end = window - 1; end < length;) {
      const pair = ((bytes[end - 1] ?? 0) << 8) | (bytes[end] ?? 0);
      const shift = shifts[pair] ?? 0;
      if (shift > 0) end += shift;
      else if (this.startsAt(bytes, length, end - window + 1, pair)) return true;
      else end++;
    }
    return false;
  }

  private startsAt(bytes: Uint8Array, length: number, start: number, pair: number): boolean {
    const words = this.byPair.get(pair) ?? [];
    return words.some((word) => {
      const end = start + word.length;
      if (end > length || !matches(word, bytes, start)) return false;
      return !(start > 0 && isWordByte(bytes[start - 1])) && !(end < length && isWordByte(bytes[end]));
    });
  }
}

function pairAt(bytes: Uint8Array, end: number): number {
  return ((bytes[end - 1] ?? 0) << 8) | (bytes[end] ?? 0);
}

function matches(word: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < word.length; i++) if (word[i] !== bytes[start + i]) return false;
  return true;
}

/** Letters outside of ASCII have only bytes from 128 on. */
function isWordByte(byte = 0): boolean {
  return (
    byte >= 128 ||
    (byte >= 48 && byte <= 57) ||
    (byte >= 65 && byte <= 90) ||
    byte === 95 ||
    (byte >= 97 && byte <= 122)
  );
}
