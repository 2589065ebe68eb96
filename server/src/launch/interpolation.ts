/** Text in which `$NAME` and `${NAME:-default}` stand for variables, though no shell reads it. */
import { isGiven, literal, textOf, unknownPiece, type Piece, type Pieces } from "./shell/pieces.ts";
import { overridablePieces } from "./shell/state.ts";

export interface Interpolation {
  /** What takes the meaning from the sign after it. */
  readonly escape: "$" | "\\";
  readonly variable: (name: string) => Pieces;
}

const holes =
  /\\[^]|\$\$|\$\{(?<inBraces>\w+)(?:(?<operator>:?-)(?<fallback>[^{}$\\]*))?\}|\$(?<bare>[A-Za-z_]\w*)|\$/g;

/** The text at `start` with what its variables stand for. What is written in another way is not known. */
export function interpolated(text: string, start: number, { escape, variable }: Interpolation): Pieces {
  const pieces: Piece[] = [];
  let position = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(holes)) {
    if (whole.startsWith("\\") && escape !== "\\") continue;
    if (index > position) pieces.push(literal(text.slice(position, index), start + position));
    position = index + whole.length;
    const { inBraces, operator, fallback = "", bare } = groups;
    const name = inBraces ?? bare;
    if (name !== undefined) {
      const usual = [literal(fallback, start + position - 1 - fallback.length)];
      pieces.push(...(operator === undefined ? variable(name) : withDefault(variable(name), operator, usual)));
    } else if (whole.length === 2 && whole.startsWith(escape)) {
      pieces.push(literal(whole.slice(1), start + index + 1));
    } else {
      pieces.push(unknownPiece);
    }
  }
  return position < text.length ? [...pieces, literal(text.slice(position), start + position)] : pieces;
}

function withDefault(value: Pieces, operator: string, usual: Pieces): Pieces {
  if (isGiven(value)) return overridablePieces(usual);
  const known = textOf(value);
  if (known === "") return operator === ":-" ? usual : value;
  return known === undefined ? [unknownPiece] : value;
}
