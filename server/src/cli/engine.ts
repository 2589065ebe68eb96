/** The analysis for the projects of one run: the grammar and the contracts are loaded once. */
import { ContractLibrary } from "../contracts/library.ts";
import { environmentProblem } from "../ide/environment.ts";
import { defaultBudget } from "../ide/program.ts";
import { Project } from "../ide/project.ts";
import { contractsFolder, loadFastestParser, readContracts } from "../node-assets.ts";
import { readProblem } from "../node-host.ts";
import { parseModule, type Parser } from "../syntax/index.ts";
import type { Group } from "./groups.ts";
import { TreeHost } from "./tree-host.ts";

export interface OpenedProject {
  readonly project: Project;
  /** What is wrong with the contract folders of the configuration. */
  readonly problems: readonly string[];
}

export class Engine {
  readonly host = new TreeHost();
  private readonly parser: Parser;
  private readonly own: ContractFolder;

  private constructor(parser: Parser) {
    this.parser = parser;
    this.own = contractsIn(contractsFolder());
  }

  static async load(): Promise<Engine> {
    return new Engine(await loadFastestParser());
  }

  open({ config, roots }: Group): OpenedProject {
    const problems: string[] = [];
    const folders = config.contracts.flatMap((folder): ContractFolder[] => {
      try {
        return [contractsIn(folder)];
      } catch (error) {
        problems.push(`In "contracts": ${folder} ${readProblem(error)}.`);
        return [];
      }
    });
    const problem = environmentProblem(this.host, config.environment);
    if (problem !== undefined) problems.push(problem);
    const all = [...folders, this.own];
    const files = new Map(all.flatMap((folder) => [...folder.files]));
    const library = new ContractLibrary(
      all.map(({ root }) => root),
      files,
      (text) => parseModule(this.parser, text).syntax,
    );
    const milliseconds = config.timeBudget ?? defaultBudget.milliseconds;
    const project = new Project({
      host: this.host,
      parser: this.parser,
      library,
      roots,
      environment: config.environment,
      world: config.world,
      budget: { ...defaultBudget, milliseconds },
      clock: () => performance.now(),
    });
    return { project, problems };
  }
}

interface ContractFolder {
  readonly root: string;
  readonly files: ReadonlyMap<string, string>;
}

function contractsIn(root: string): ContractFolder {
  return { root, files: readContracts(root) };
}
