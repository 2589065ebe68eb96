/** The analysis for the projects of one run: the grammar and the contracts are loaded once. */
import { type ContractFolder, type ContractProblem, openContracts } from "../contracts/open.ts";
import { environmentProblem } from "../ide/environment.ts";
import { defaultBudget } from "../ide/program.ts";
import { Project } from "../ide/project.ts";
import type { Unknowns } from "../interpreter/unknowns.ts";
import { loadParser, readContracts, readOwnContracts } from "../node-assets.ts";
import { readProblem } from "../node-host.ts";
import { ruleIds } from "../rules/registry.ts";
import { type ModuleSyntax, parseModule, type Parser } from "../syntax/index.ts";
import type { Group } from "./groups.ts";
import type { ReportedError } from "./report.ts";
import { TreeHost } from "./tree-host.ts";

export interface OpenedProject {
  readonly project: Project;
  /** What is wrong with the contract folders of the configuration. */
  readonly problems: readonly ReportedError[];
}

export class Engine {
  readonly host = new TreeHost();
  private readonly parser: Parser;
  private readonly launchParser: Parser;
  private readonly own: ContractFolder;

  private constructor(parser: Parser, launchParser: Parser) {
    this.parser = parser;
    this.launchParser = launchParser;
    this.own = readOwnContracts();
  }

  static async load(): Promise<Engine> {
    return new Engine(await loadParser(), await loadParser("Bash"));
  }

  /** `unknowns` counts what the analysis does not know, if somebody asked. */
  open({ config, roots }: Group, unknowns?: Unknowns): OpenedProject {
    const problems: ReportedError[] = [];
    const folders = config.contracts.flatMap((folder): ContractFolder[] => {
      try {
        return [readContracts(folder)];
      } catch (error) {
        problems.push(configurationError({ message: `In "contracts": ${folder} ${readProblem(error)}.` }));
        return [];
      }
    });
    const problem = environmentProblem(this.host, config.environment);
    if (problem !== undefined) problems.push(configurationError({ message: problem }));
    const parse = (text: string): ModuleSyntax => parseModule(this.parser, text).syntax;
    const { library, problems: mistakes } = openContracts({ own: this.own, further: folders, parse, rules: ruleIds });
    const milliseconds = config.timeBudget ?? defaultBudget.milliseconds;
    const project = new Project({
      host: this.host,
      parser: this.parser,
      launchParser: this.launchParser,
      library,
      roots,
      environment: config.environment,
      world: config.world,
      budget: { ...defaultBudget, milliseconds },
      clock: () => performance.now(),
      unknowns,
    });
    return { project, problems: [...problems, ...mistakes.map(configurationError)] };
  }
}

function configurationError({ path, line, message }: Partial<ContractProblem> & { message: string }): ReportedError {
  return { kind: "configuration", path, line, message };
}
