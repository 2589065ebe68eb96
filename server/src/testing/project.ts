/** A project over files in memory, with the contracts and grammar that ship with the product. For tests. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ContractLibrary } from "../contracts/library.ts";
import { openWorld, type World } from "../contracts/world.ts";
import type { FolderEntry } from "../host.ts";
import { Project, type ProjectOptions } from "../ide/project.ts";
import { createWasmParser, parseModule, type Parser } from "../syntax/index.ts";

const require = createRequire(import.meta.url);
const contractsFolder = fileURLToPath(new URL("../../../contracts", import.meta.url));

let parser: Promise<Parser> | undefined;
let library: ContractLibrary | undefined;

export function loadParser(): Promise<Parser> {
  parser ??= createWasmParser({
    runtimeWasm: readFileSync(require.resolve("web-tree-sitter/web-tree-sitter.wasm")),
    grammarWasm: readFileSync(require.resolve("tree-sitter-python/tree-sitter-python.wasm")),
  });
  return parser;
}

let launchParser: Promise<Parser> | undefined;

/** Reads Bash. */
export function loadLaunchParser(): Promise<Parser> {
  launchParser ??= createWasmParser({
    runtimeWasm: readFileSync(require.resolve("web-tree-sitter/web-tree-sitter.wasm")),
    grammarWasm: readFileSync(require.resolve("tree-sitter-bash/tree-sitter-bash.wasm")),
    language: "Bash",
  });
  return launchParser;
}

/** The contracts that ship with the product, parsed once for all tests of a file. */
export async function loadLibrary(): Promise<ContractLibrary> {
  const loaded = await loadParser();
  library ??= new ContractLibrary(
    [contractsFolder],
    new Map(contractFiles(contractsFolder)),
    (text) => parseModule(loaded, text).syntax,
  );
  return library;
}

function contractFiles(folder: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return contractFiles(path);
    return entry.name.endsWith(".py") ? [[path, readFileSync(path, "utf8")]] : [];
  });
}

function entriesOf(folder: string, paths: readonly string[]): FolderEntry[] {
  const inside = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
  const folders = inside.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/")));
  const files = inside.filter((path) => !path.includes("/"));
  return [
    ...[...new Set(folders)].map((name) => ({ name, kind: "folder" as const })),
    ...files.map((name) => ({ name, kind: "file" as const })),
  ];
}

/** A project whose workspace folder is `/project`; file names are relative to it. */
export async function projectOf(
  files: Readonly<Record<string, string>>,
  world: Partial<World> = {},
  contracts?: ContractLibrary,
): Promise<Project> {
  const texts = new Map(Object.entries(files).map(([name, text]) => [`/project/${name}`, text]));
  return projectOver(texts, { world: { ...openWorld, ...world }, ...(contracts && { library: contracts }) });
}

/** A project over texts by path, which the test may change. */
export async function projectOver(
  texts: ReadonlyMap<string, string>,
  options: Partial<ProjectOptions> = {},
): Promise<Project> {
  return new Project({
    host: {
      read: (path) => texts.get(path),
      isFile: (path) => texts.has(path),
      isDirectory: (path) => [...texts.keys()].some((known) => known.startsWith(`${path}/`)),
      list: (folder) => entriesOf(folder, [...texts.keys()]),
    },
    parser: await loadParser(),
    launchParser: await loadLaunchParser(),
    library: await loadLibrary(),
    roots: ["/project"],
    world: openWorld,
    clock: () => performance.now(),
    ...options,
  });
}
