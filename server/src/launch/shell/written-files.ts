/** Which files the commands of a script may change, so that what is in them is not known. */
import { starters } from "../launchers.ts";
import { baseName, isScriptName, isShell } from "./file-names.ts";
import { childrenOf, textAt, type ShellNode } from "./tree.ts";

/** Programs that do not change the files they are told of. */
const readers = /^(cat|echo|printf|ls|head|tail|test|\[|e?grep|wc|stat|diff|cmp|sha256sum|md5sum|sglang|export|chmod)$/;

/** Where any file may be meant. */
export const anyFile = "*";

/** True if commands that change the files `written` may change this one. */
export function mayChange(written: ReadonlySet<string>, path: string): boolean {
  const name = baseName(path);
  return written.has(name) || [...written].some((pattern) => pattern.includes("*") && matches(pattern, name));
}

/** `*` and `?` are the only wildcards that are looked at. */
function matches(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`).test(name);
}

/** What is known of a file's name from how it is written: variables and what commands print may be anything. */
export function patternOf(written: string): string {
  return written.replaceAll(/\$(\w+|\{[^}]*\}|\([^)]*\))/g, anyFile).replaceAll(/["']/g, "");
}

/** Names, without their folders, of the files that a command may change; `texts` are its words, undefined where not known. */
export function filesTouched(texts: readonly (string | undefined)[]): string[] {
  const [program, ...rest] = texts;
  if (program === undefined || readers.test(baseName(program))) return [];
  const script = runsScript(program) ? rest.findIndex((text) => text !== undefined && isScriptName(text)) : -1;
  return rest.map((text, index) => (index === script ? "" : touched(program, text)));
}

/** A script that is started is read. */
function runsScript(program: string): boolean {
  return isShell(program) || program === "sbatch" || starters.has(program);
}

function touched(program: string, text: string | undefined): string {
  if (text === undefined) return rewrites(program) ? anyFile : "";
  return baseName(text);
}

function rewrites(program: string): boolean {
  return /^(sed|perl|yq|jq|cp|mv|ln|tee|envsubst|rsync)$/.test(baseName(program));
}

/** The words of the redirections of a statement that write: `> file`, `>> file`. */
export function writtenTo(node: ShellNode, text: string): ShellNode[] {
  return node.children
    .filter((child) => child.type === "file_redirect" && /^\d*&?>/.test(textAt(child, text)))
    .flatMap((child) => childrenOf(child, "destination"));
}
