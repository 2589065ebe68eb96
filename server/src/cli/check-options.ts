/** The options of `shardlint check`. */
import { readSettings } from "../config/read-settings.ts";
import type { Settings } from "../config/schema.ts";
import { severities, type Severity } from "../finding.ts";
import { absolutePath } from "../node-host.ts";
import { chosen, listed, pairs, parseArguments } from "./arguments.ts";
import { type FormatName, formatNames } from "./formats/index.ts";
import { UsageError } from "./status.ts";

export interface CheckOptions {
  /** Absolute. */
  readonly paths: readonly string[];
  readonly format: FormatName;
  readonly outputFile: string | undefined;
  /** What the options say in place of configuration files. */
  readonly settings: Settings;
  /** A file to read, true to look for one, false for none. */
  readonly config: string | boolean;
  readonly failOn: Severity | "never";
  readonly fix: boolean;
  readonly diff: boolean;
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
  readonly explain: boolean;
  readonly stats: boolean;
}

export function checkOptions(words: readonly string[], workingFolder: string): CheckOptions {
  const given = parseArguments(
    words,
    ["fix", "diff", "write-baseline", "explain", "stats", "no-config"],
    [
      ...([
        "output-format",
        "output-file",
        "gpu-arch",
        "launch",
        "library",
        "contracts",
        "environment",
        "select",
      ] as const),
      ...(["ignore", "severity", "fail-on", "baseline", "config"] as const),
    ],
  );
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : absolutePath(path, workingFolder);
  const baseline = absolute(given.one("baseline"));
  if (given.has("write-baseline") && baseline === undefined)
    throw new UsageError("--write-baseline needs --baseline FILE to say where.");
  const config = absolute(given.one("config"));
  if (given.has("no-config") && config !== undefined)
    throw new UsageError("--no-config and --config exclude each other.");
  return {
    paths: (given.positionals.length === 0 ? ["."] : given.positionals).map((path) =>
      absolutePath(path, workingFolder),
    ),
    format: chosen("--output-format", given.one("output-format"), formatNames, "text"),
    outputFile: absolute(given.one("output-file")),
    settings: settingsFrom({
      gpuArch: listed(given.all("gpu-arch")),
      launch: numbers(pairs("--launch", given.all("launch"))),
      library: pairs("--library", given.all("library")),
      contracts: given.all("contracts"),
      environment: given.one("environment"),
      select: listed(given.all("select")),
      ignore: listed(given.all("ignore")),
      severity: pairs("--severity", given.all("severity")),
    }),
    config: config ?? !given.has("no-config"),
    failOn: chosen("--fail-on", given.one("fail-on"), [...severities, "never"], "warning"),
    fix: given.has("fix"),
    diff: given.has("diff"),
    baseline,
    writeBaseline: given.has("write-baseline"),
    explain: given.has("explain"),
    stats: given.has("stats"),
  };
}

/** What is wrong in a configuration file is left out, but what is wrong at the prompt is a slip to be corrected. */
function settingsFrom(raw: Readonly<Record<string, unknown>>): Settings {
  const present = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));
  const { settings, problems } = readSettings(present, { file: undefined, lineOf: () => undefined });
  if (problems.length > 0) throw new UsageError(problems.map(({ message }) => message).join("\n"));
  return settings;
}

/** What is no number is left as it is, for the message about it. */
function numbers(texts: Readonly<Record<string, string>> | undefined): Readonly<Record<string, unknown>> | undefined {
  if (texts === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, /^-?\d+$/.test(text) ? Number(text) : text]),
  );
}
