/** Settings from several places, made into what the analysis needs. */
import ignore, { type Ignore } from "ignore";
import { defaultArchitectures, type World } from "../contracts/world.ts";
import type { Finding, Severity } from "../finding.ts";
import { join } from "../host.ts";
import { launchContradiction, launchFrom } from "./launch.ts";
import type { ConfigProblem } from "./read-settings.ts";
import { distributionName } from "./read-settings.ts";
import type { Level, Settings } from "./schema.ts";

/** What one place says, and the folder that its relative paths and patterns start in. */
export interface SettingsLayer {
  readonly settings: Settings;
  readonly folder: string;
  /** For problems; undefined for the editor's settings. */
  readonly file?: string | undefined;
}

export interface ResolvedConfig {
  readonly world: World;
  /** Absolute folders, to be searched before the contracts that ship with the product. */
  readonly contracts: readonly string[];
  /** The absolute folder of an environment whose source may be read. */
  readonly environment: string | undefined;
  /** Undefined means all. */
  readonly select: ReadonlySet<string> | undefined;
  readonly ignore: ReadonlySet<string>;
  readonly severity: ReadonlyMap<string, Level>;
  readonly run: "onType" | "onSave" | "off";
  /** Milliseconds for one file; undefined means the analysis' own budget. */
  readonly timeBudget: number | undefined;
  readonly problems: readonly ConfigProblem[];
  readonly isExcluded: (path: string) => boolean;
}

/**
 * Later layers win: the editor's settings, then the configuration file, then what the user picks or types at a prompt. So
 * the editor and the command line say the same of a project that has a configuration file. Severities and library
 * versions are combined; a launch, like a list, is taken as a whole, since half of one and half of another is neither.
 */
export function resolveConfig(layers: readonly SettingsLayer[]): ResolvedConfig {
  const last = <Name extends keyof Settings>(
    name: Name,
  ): { layer: SettingsLayer; value: NonNullable<Settings[Name]> } | undefined => {
    const layer = layers.findLast(({ settings }) => settings[name] !== undefined);
    const value = layer?.settings[name];
    return layer === undefined || value === undefined ? undefined : { layer, value };
  };
  const launch = last("launch");
  const contradiction = launch === undefined ? undefined : launchContradiction(launch.value);
  const pinned = launchFrom(launch?.value ?? {});
  const architectures = (last("gpuArch")?.value ?? []).map((name) => Number(name.slice("sm".length)));
  const contracts = last("contracts");
  const environment = last("environment");
  const select = last("select")?.value ?? [];
  const excluded = exclusion(last("exclude"));
  return {
    world: {
      launches: pinned === undefined ? [] : [pinned],
      commands: [],
      architectures: architectures.length === 0 ? defaultArchitectures : architectures,
      libraries: new Map(
        layers.flatMap(({ settings }) =>
          Object.entries(settings.library ?? {}).map(([name, version]) => [distributionName(name), version] as const),
        ),
      ),
    },
    contracts: (contracts?.value ?? []).map((path) => absolute(contracts?.layer.folder ?? "", path)),
    environment:
      environment === undefined || environment.value === ""
        ? undefined
        : absolute(environment.layer.folder, environment.value),
    select: select.length === 0 ? undefined : new Set(select),
    ignore: new Set(last("ignore")?.value ?? []),
    severity: new Map(
      layers.flatMap(({ settings }) =>
        Object.entries(settings.severity ?? {}).flatMap(([rule, level]) =>
          level === undefined ? [] : [[rule, level] as const],
        ),
      ),
    ),
    run: last("run")?.value ?? "onType",
    timeBudget: last("timeBudget")?.value,
    problems:
      contradiction === undefined
        ? []
        : [{ file: launch?.layer.file, line: undefined, message: `In "launch": ${contradiction}` }],
    isExcluded: excluded,
  };
}

/** The findings of the rules that run, with the severities that were asked for. */
export function applyPolicy(
  findings: readonly Finding[],
  config: Pick<ResolvedConfig, "select" | "ignore" | "severity">,
): readonly Finding[] {
  return findings.flatMap((finding) => {
    const { rule } = finding;
    const severity: Severity | "off" = config.severity.get(rule) ?? finding.severity;
    if (severity === "off" || config.ignore.has(rule) || config.select?.has(rule) === false) return [];
    return [severity === finding.severity ? finding : { ...finding, severity }];
  });
}

function absolute(folder: string, path: string): string {
  const forward = path.replaceAll("\\", "/").replace(/\/+$/, "");
  if (forward.startsWith("/") || /^[A-Za-z]:\//.test(forward)) return forward;
  return forward.split("/").reduce((base, part) => {
    if (part === "." || part === "") return base;
    return part === ".." ? base.slice(0, Math.max(0, base.lastIndexOf("/"))) : join(base, part);
  }, folder);
}

function exclusion(found: { layer: SettingsLayer; value: readonly string[] } | undefined): (path: string) => boolean {
  if (found === undefined || found.value.length === 0) return () => false;
  const { folder } = found.layer;
  const patterns: Ignore = ignore().add([...found.value]);
  return (path) => path.startsWith(`${folder}/`) && patterns.ignores(path.slice(folder.length + 1));
}
