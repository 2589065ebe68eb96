import type { RawNode, RawTree } from "./raw-tree.ts";

/**
 * True if a simple statement goes on after the end of its line without being inside brackets or a string, and without
 * a backslash before the line end. tree-sitter accepts that, Python does not.
 */
export function leavesItsLine(raw: RawTree, node: RawNode): boolean {
  const text = raw.text(node);
  return /[\r\n]/.test(text) && endOfLogicalLine(text, stringsOf(raw, node)) < text.length;
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Extents of the outermost strings in a node, relative to it. */
function stringsOf(raw: RawTree, node: RawNode): Extent[] {
  const strings: Extent[] = [];
  const base = raw.start(node);
  const end = raw.after(node);
  for (let inner = node; inner < end;) {
    if (raw.type(inner) === "string") {
      strings.push({ start: raw.start(inner) - base, end: raw.end(inner) - base });
      inner = raw.after(inner);
    } else {
      inner++;
    }
  }
  return strings;
}

function endOfLogicalLine(text: string, strings: readonly Extent[]): number {
  let brackets = 0;
  let nextString = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const string = strings[nextString];
    if (offset === string?.start) {
      offset = string.end - 1;
      nextString++;
      continue;
    }
    switch (text.charAt(offset)) {
      case "(":
      case "[":
      case "{":
        brackets++;
        break;
      case ")":
      case "]":
      case "}":
        brackets--;
        break;
      case "#":
        offset = lineEnd(text, offset) - 1;
        break;
      case "\\":
        offset += text.startsWith("\r\n", offset + 1) ? 2 : 1;
        break;
      case "\r":
      case "\n":
        if (brackets === 0) {
          return offset;
        }
    }
  }
  return text.length;
}

function lineEnd(text: string, offset: number): number {
  const length = text.slice(offset).search(/[\r\n]/);
  return length < 0 ? text.length : offset + length;
}
