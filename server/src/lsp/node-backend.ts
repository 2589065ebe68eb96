/** The analysis on this machine's files, for the entries that run in Node. */
import { readdirSync, readFileSync } from "node:fs";
import { version } from "../../../package.json";
import { loadParser, readContracts, readOwnContracts, rulePagesFolder } from "../node-assets.ts";
import { NodeHost, readProblem } from "../node-host.ts";
import type { ContractFolder } from "../contracts/open.ts";
import type { Backend } from "./backend.ts";
import { projectBackend } from "./project-backend.ts";

export function nodeBackend(): Backend {
  let own: ContractFolder | undefined;
  let pages: ReadonlyMap<string, string> | undefined;
  return projectBackend({
    version,
    about: { node: process.version, platform: `${process.platform} ${process.arch}`, process: String(process.pid) },
    host: new NodeHost(),
    loadParser,
    ownContracts: () => (own ??= readOwnContracts()),
    pages: () => (pages ??= readPages()),
    contractsIn(folder) {
      try {
        return readContracts(folder);
      } catch (error) {
        throw new Error(readProblem(error), { cause: error });
      }
    },
  });
}

/** Without the pages hovers say less, and everything else works. */
function readPages(): ReadonlyMap<string, string> {
  try {
    const folder = rulePagesFolder();
    const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
    return new Map(names.map((name) => [name.slice(0, -".md".length), readFileSync(`${folder}/${name}`, "utf8")]));
  } catch {
    return new Map();
  }
}
