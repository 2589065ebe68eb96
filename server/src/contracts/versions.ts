/** Library versions as integers that order as PEP 440 orders them. */
import type { Relation } from "../values/facts.ts";
import type { Formula } from "../values/logic.ts";
import { integer, symbol } from "../values/symbolic.ts";

const phases: Readonly<Record<string, number>> = { dev: 0, a: 1, alpha: 1, b: 2, beta: 2, rc: 3 };
const released = 9;

/** A number that is larger for a later version; undefined if the text is no version. */
export function versionNumber(text: string): number | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[.-]?(dev|alpha|a|beta|b|rc)\.?(\d*))?/.exec(text.trim());
  if (match === null) return undefined;
  const [, major = "0", minor = "0", patch = "0", phase, step = "0"] = match;
  const parts = [Number(major), Number(minor), Number(patch)];
  if (parts.some((part) => part > 999)) return undefined;
  const release = parts.reduce((sum, part) => sum * 1000 + part, 0);
  const stage = phase === undefined ? released : (phases[phase] ?? released);
  return (release * 10 + stage) * 10_000 + Math.min(Number(step === "" ? "0" : step), 9_999);
}

/** True for the text of a version as PEP 440 has it, such as `2.9`, `4.0.0b27` or `2.9.0+cu128`. */
export function isVersion(text: string): boolean {
  const form = /^v?\d+(\.\d+)*([.-]?(dev|alpha|a|beta|b|rc|post)\.?\d*)*(\+[a-z\d]+([.-][a-z\d]+)*)?$/i;
  return form.test(text.trim()) && versionNumber(text) !== undefined;
}

/** Whether an installed library's version has a relation to another one: decided if pinned, else a question. */
export function compareVersion(library: string, pinned: string | undefined, relation: Relation, text: string): Formula | undefined {
  const limit = versionNumber(text);
  if (limit === undefined) return undefined;
  const known = pinned === undefined ? undefined : versionNumber(pinned);
  return {
    kind: "comparison",
    left: known === undefined ? symbol(`world.library.${library}`, library, 0) : integer(known),
    relation,
    right: integer(limit),
    words: [`${library} ${relation} ${text}`, `not ${library} ${relation} ${text}`].map(readable) as [string, string],
  };
}

/** `flash-attn-4 >= 4.0.0b22` reads as "flash-attn-4 4.0.0b22 or newer". */
function readable(words: string): string {
  const match = /^(not )?(\S+) (>=|<) (\S+)$/.exec(words);
  if (match === null) return words;
  const [, negated, library = "", relation, version = ""] = match;
  const newer = (relation === ">=") === (negated === undefined);
  return newer ? `${library} ${version} or newer` : `${library} older than ${version}`;
}
