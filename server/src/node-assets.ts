/** The files that Shardlint reads as it runs: beside the bundle in a build, in the checkout when run from source. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createWasmParser, type Parser } from "./syntax/index.ts";
import { absolutePath } from "./node-host.ts";

/** Something that belongs to Shardlint itself is not where it should be. */
export class MissingAssetError extends Error {
  override readonly name = "MissingAssetError";
}

const here = dirname(fileURLToPath(import.meta.url));

/** The folder of the contracts that ship with the product. */
export function contractsFolder(): string {
  return firstThatExists("the library contracts", ["contracts", "../../contracts"]);
}

/** The folder of the rules' pages. */
export function rulePagesFolder(): string {
  return firstThatExists("the rule pages", ["rules", "../../docs/rules"]);
}

/** The bundle of the language server. */
export function serverBundle(): string {
  return firstThatExists("the language server", ["server.js", "../../dist/server.js"]);
}

export async function loadParser(): Promise<Parser> {
  return createWasmParser({
    runtimeWasm: readFileSync(grammarFile("web-tree-sitter", "web-tree-sitter.wasm")),
    grammarWasm: readFileSync(grammarFile("tree-sitter-python", "tree-sitter-python.wasm")),
  });
}

/** Reads every contract in a folder: text by path. */
export function readContracts(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".py"));
  const paths = names.map((name) => absolutePath(name, folder)).sort();
  return new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

/** A build has its grammars beside it; the checkout has them in their packages. */
function grammarFile(packageName: string, file: string): string {
  const beside = absolutePath(file, here);
  if (existsSync(beside)) return beside;
  try {
    return createRequire(import.meta.url).resolve(`${packageName}/${file}`);
  } catch {
    throw missing(`the grammar ${file}`, [beside]);
  }
}

function firstThatExists(what: string, candidates: readonly string[]): string {
  const paths = candidates.map((candidate) => absolutePath(candidate, here));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw missing(what, paths);
  return found;
}

function missing(what: string, paths: readonly string[]): MissingAssetError {
  return new MissingAssetError(`Shardlint's installation is incomplete: ${what} is not at ${paths.join(" or ")}. Run "npm run build", or install it again.`);
}
