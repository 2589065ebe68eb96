/** The files that Shardlint reads as it runs: beside the bundle in a build, in the checkout when run from source. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createNativeParser,
  createWasmParser,
  type GrammarLanguage,
  type NativeTreeSitter,
  type Parser,
} from "./syntax/index.ts";
import { absolutePath } from "./node-host.ts";

/** Something that belongs to Shardlint itself is not where it should be. */
export class MissingAssetError extends Error {
  override readonly name = "MissingAssetError";
}

const here = dirname(fileURLToPath(import.meta.url));

/** The sources have folders of the same names, which hold other things. */
const fromSource = import.meta.url.endsWith(".ts");

/** The folder of the contracts that ship with the product. */
export function contractsFolder(): string {
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

/**
 * The native parser where it is installed, which starts and parses faster; else the one that runs everywhere. Both read
 * a text in the same way.
 */
export async function loadFastestParser(language: GrammarLanguage = "Python"): Promise<Parser> {
  return loadNativeParser(language) ?? (await loadParser(language));
}

function loadNativeParser(language: GrammarLanguage): Parser | undefined {
  try {
    const load = createRequire(import.meta.url);
    // The bundler leaves only names that it can read where they are.
    const grammar: unknown = language === "Python" ? load("tree-sitter-python") : load("tree-sitter-bash");
    return createNativeParser({ treeSitter: load("tree-sitter") as NativeTreeSitter, grammar });
  } catch {
    // It is optional: on many machines there is no build of it.
    return undefined;
  }
}

/** Reads every contract in a folder: text by path. */
export function readContracts(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".py"));
  const paths = names.map((name) => absolutePath(name, folder)).sort();
  return new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
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
  throw new MissingAssetError(
    `Shardlint's installation is incomplete: ${what} should be at ${path}. Run "npm run build", or install it again.`,
  );
}
