/** The files that Shardlint reads as it runs: beside the bundle in a build, in the checkout when run from source. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContractFolder } from "./contracts/open.ts";
import { createWasmParser, type GrammarLanguage, type Parser } from "./syntax/index.ts";
import { absolutePath, readText } from "./node-host.ts";

/** Something that belongs to Shardlint itself is not where it should be. */
export class MissingAssetError extends Error {
  override readonly name = "MissingAssetError";
}

const here = dirname(fileURLToPath(import.meta.url));

/** The sources have folders of the same names, which hold other things. */
const fromSource = import.meta.url.endsWith(".ts");

/** The folder of the contracts that ship with the product. */
function contractsFolder(): string {
  return existing("the library contracts", fromSource ? "../../contracts" : "contracts");
}

/** The folder of the rules' pages. */
export function rulePagesFolder(): string {
  return existing("the rule pages", fromSource ? "../../docs/rules" : "rules");
}

/** The bundle of the language server. */
export function serverBundle(): string {
  return existing("the language server", fromSource ? "../../dist/server.js" : "server.js");
}

export async function loadParser(language: GrammarLanguage = "Python"): Promise<Parser> {
  const grammar = grammarPackage(language);
  return createWasmParser({
    runtimeWasm: readFileSync(grammarFile("web-tree-sitter", "web-tree-sitter.wasm")),
    grammarWasm: readFileSync(grammarFile(grammar, `${grammar}.wasm`)),
    language,
  });
}

/** Reads every contract in a folder. Throws if the folder itself cannot be read. */
export function readContracts(root: string): ContractFolder {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".py"));
  const files = new Map<string, string>();
  const unreadable: { path: string; problem: string }[] = [];
  for (const path of names.map((name) => absolutePath(name, root)).sort()) {
    const outcome = readText(path);
    if ("text" in outcome) files.set(path, outcome.text);
    else unreadable.push({ path, problem: outcome.problem });
  }
  return { root, files, unreadable };
}

/** The contracts that ship with the product, all of them: a build lists them beside them. */
export function readOwnContracts(): ContractFolder {
  const root = contractsFolder();
  const folder = readContracts(root);
  const listed = fromSource
    ? []
    : (JSON.parse(readFileSync(existing("the list of contracts", "contracts/manifest.json"), "utf8")) as string[]);
  for (const path of [...folder.unreadable.map((one) => one.path), ...listed.map((name) => absolutePath(name, root))])
    if (!folder.files.has(path))
      throw new MissingAssetError(incomplete(`the contract ${path}`, "missing or unreadable"));
  return folder;
}

function grammarPackage(language: GrammarLanguage): string {
  return `tree-sitter-${language.toLowerCase()}`;
}

/** A build has its grammars beside it; the checkout has them in their packages. */
function grammarFile(packageName: string, file: string): string {
  if (!fromSource) return existing(`the grammar ${file}`, file);
  try {
    return createRequire(import.meta.url).resolve(`${packageName}/${file}`);
  } catch {
    throw new MissingAssetError(`The package ${packageName} with ${file} is not installed. Run "npm ci".`);
  }
}

function existing(what: string, relative: string): string {
  const path = absolutePath(relative, here);
  if (existsSync(path)) return path;
  throw new MissingAssetError(incomplete(what, `not at ${path}`));
}

function incomplete(what: string, how: string): string {
  return `Shardlint's installation is incomplete: ${what} is ${how}. Run "npm run build", or install it again.`;
}
