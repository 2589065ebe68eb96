/** Opens projects with the real analysis, from settings and configuration files. */
import { type ConfigFile, configFileNames, findConfigFile } from "../config/files.ts";
import { type ConfigProblem, editorOrigin, readSettings } from "../config/read-settings.ts";
import { applyPolicy, type ResolvedConfig, resolveConfig } from "../config/resolve.ts";
import type { ContractLibrary } from "../contracts/library.ts";
import { type ContractFolder, openContracts } from "../contracts/open.ts";
import { directoryOf, type Host } from "../host.ts";
import { environmentProblem } from "../ide/environment.ts";
import { launchFilePatterns } from "../ide/launch-files.ts";
import { defaultBudget } from "../ide/program.ts";
import { type FileReport, Project } from "../ide/project.ts";
import { ruleIds } from "../rules/registry.ts";
import { type GrammarLanguage, type ModuleSyntax, parseModule, type Parser } from "../syntax/index.ts";
import type { Backend, Engine, OpenedProject, OpenRequest } from "./backend.ts";

/** While somebody types, one file may take this long; the command line has more patience. */
const typingMilliseconds = 2_000;

/** How many times as long it may take when it is opened: the process is cold then, and the editor busy with all else. */
const openingPatience = 5;

/** What a machine provides. */
export interface Assets {
  readonly version: string;
  readonly about: Readonly<Record<string, string>>;
  readonly host: Host;
  /** Rejects if the grammar is missing or damaged. */
  loadParser(language: GrammarLanguage): Promise<Parser>;
  /** The contracts that ship with the product. Throws if they are missing. */
  ownContracts(): ContractFolder;
  /** The rules' pages by id, in Markdown. */
  pages(): ReadonlyMap<string, string>;
  /** Further contracts of the user's. Throws, with the reason, if the folder cannot be read. */
  contractsIn(folder: string): ContractFolder;
}

export function projectBackend(assets: Assets): Backend {
  const { version, about, host } = assets;
  let parser: Promise<Parser> | undefined;
  let launchParser: Promise<Parser> | undefined;
  return {
    version,
    about,
    watched: ["**/*.py", ...launchFilePatterns, ...configFileNames.map((name) => `**/${name}`)],
    async openProject({ root, settings }: OpenRequest): Promise<OpenedProject> {
      // Read again after a failure, since the user may have mended it.
      parser ??= assets.loadParser("Python").catch((error: unknown) => {
        parser = undefined;
        throw error;
      });
      launchParser ??= assets.loadParser("Bash").catch((error: unknown) => {
        launchParser = undefined;
        throw error;
      });
      const [loaded, launching] = await Promise.all([parser, launchParser]);
      const file = root === undefined ? undefined : findConfigFile(host, root);
      const told = readSettings(settings ?? {}, editorOrigin);
      const config = resolveConfig([
        { settings: told.settings, folder: root ?? "" },
        ...(file === undefined ? [] : [{ settings: file.settings, folder: file.folder, file: file.path }]),
      ]);
      const { library, problems } = openLibrary(assets, loaded, config.contracts);
      const environment = environmentProblem(host, config.environment);
      const milliseconds = config.timeBudget ?? typingMilliseconds;
      const project = new Project({
        host,
        parser: loaded,
        launchParser: launching,
        library,
        roots: root === undefined ? [] : [root],
        environment: config.environment,
        world: config.world,
        budget: { ...defaultBudget, milliseconds },
        openingBudget: { ...defaultBudget, milliseconds: openingPatience * milliseconds },
        clock: () => performance.now(),
        pages: assets.pages(),
      });
      return {
        engine: underPolicy(project, config),
        run: config.run,
        problems: [
          ...[...told.problems, ...(file?.problems ?? []), ...config.problems].map(problemText),
          ...problems,
          ...(environment === undefined ? [] : [environment]),
        ],
        settings: inForce(config, file),
        isConfiguredBy: (path) => isConfigOf(path, root) || config.contracts.some((folder) => isIn(path, folder)),
      };
    },
  };
}

function openLibrary(
  assets: Assets,
  parser: Parser,
  folders: readonly string[],
): { library: ContractLibrary; problems: readonly string[] } {
  const problems: string[] = [];
  const found = folders.flatMap((folder) => {
    try {
      return [assets.contractsIn(folder)];
    } catch (error) {
      problems.push(`In "contracts": ${folder} ${error instanceof Error ? error.message : String(error)}.`);
      return [];
    }
  });
  const parse = (text: string): ModuleSyntax => parseModule(parser, text).syntax;
  const opened = openContracts({ own: assets.ownContracts(), further: found, parse, rules: ruleIds });
  const mistakes = opened.problems.map(({ path, line, message }) => problemText({ file: path, line, message }));
  return { library: opened.library, problems: [...problems, ...mistakes] };
}

/** The project as the user wants it: excluded files, rules that do not run and severities are taken into account. */
function underPolicy(project: Project, config: ResolvedConfig): Engine {
  // A report that is the same object must stay the same object.
  const judged = new WeakMap<FileReport, FileReport>();
  return {
    sources: project.sources,
    openDocument: (path, text) => {
      project.openDocument(path, text);
    },
    editDocument: (path, changes) => {
      project.editDocument(path, changes);
    },
    closeDocument: (path) => {
      project.closeDocument(path);
    },
    fileChanged: (path) => {
      project.fileChanged(path);
    },
    check(path) {
      if (config.isExcluded(path)) return nothing;
      const report = project.check(path);
      if (report === undefined) return undefined;
      let result = judged.get(report);
      if (result === undefined) {
        result = { ...report, findings: applyPolicy(report.findings, config) };
        judged.set(report, result);
      }
      return result;
    },
    unseenProblems: () => project.unseenProblems(),
    fixes: (finding) => project.fixes(finding),
    hover: (path, offset) => project.hover(path, offset),
  };
}

const nothing: FileReport = { findings: [], unusedSuppressions: [], unfinished: 0, refused: undefined, problems: [] };

function problemText({ file, line, message }: ConfigProblem): string {
  if (file === undefined) return `Shardlint settings: ${message}`;
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`;
}

function inForce(config: ResolvedConfig, file: ConfigFile | undefined): unknown {
  const { world, contracts, environment, select, ignore, severity, run, timeBudget } = config;
  return {
    configuration: file?.path ?? null,
    run,
    world,
    contracts,
    environment,
    select,
    ignore,
    severity,
    timeBudget,
  };
}

/** Configuration is looked for in the folder and in those above it. */
function isConfigOf(path: string, root: string | undefined): boolean {
  if (root === undefined || !configFileNames.some((name) => path.endsWith(`/${name}`))) return false;
  return isIn(root, directoryOf(path));
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
