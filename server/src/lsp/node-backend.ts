/** The analysis on this machine's files, for the entries that run in Node. */
import manifest from "../../../package.json" with { type: "json" };
import { contractsFolder, loadParser, readContracts } from "../node-assets.ts";
import { NodeHost, readProblem } from "../node-host.ts";
import type { Backend } from "./backend.ts";
import { type ContractFolder, projectBackend } from "./project-backend.ts";

export function nodeBackend(): Backend {
  let own: ContractFolder | undefined;
  return projectBackend({
    version: manifest.version,
    about: { node: process.version, platform: `${process.platform} ${process.arch}`, process: String(process.pid) },
    host: new NodeHost(),
    loadParser,
    ownContracts: () => (own ??= read(contractsFolder())),
    contractsIn(folder) {
      try {
        return read(folder);
      } catch (error) {
        throw new Error(readProblem(error), { cause: error });
      }
    },
  });
}

function read(root: string): ContractFolder {
  return { root, files: readContracts(root) };
}
