/** Configuration files: `shardlint.toml`, or `[tool.shardlint]` in `pyproject.toml`. */
import { parse, TomlError } from "smol-toml";
import { directoryOf, type Host, join } from "../host.ts";
import { type ConfigProblem, readSettings } from "./read-settings.ts";
import type { Settings } from "./schema.ts";
import { lineOfKey } from "./toml-lines.ts";

export const configFileNames = ["shardlint.toml", "pyproject.toml"] as const;

export interface ConfigFile {
  readonly path: string;
  /** Relative paths and exclude patterns start here. */
  readonly folder: string;
  readonly settings: Settings;
  readonly problems: readonly ConfigProblem[];
}

/** The configuration of a folder: in it, or in the nearest folder above that has one. */
export function findConfigFile(host: Host, folder: string): ConfigFile | undefined {
  for (let current = folder; ; current = directoryOf(current)) {
    for (const name of configFileNames) {
      const path = join(current, name);
      if (host.isFile(path)) {
        const file = readConfigFile(host, path);
        if (file !== undefined) return file;
      }
    }
    if (current === "" || directoryOf(current) === current) return undefined;
  }
}

/** Undefined for a `pyproject.toml` that says nothing about Shardlint. */
export function readConfigFile(host: Host, path: string): ConfigFile | undefined {
  const ours = !path.endsWith("/pyproject.toml");
  const folder = directoryOf(path);
  const failed = (message: string, line?: number): ConfigFile => ({
    path,
    folder,
    settings: {},
    problems: [{ file: path, line, message }],
  });

  const text = host.read(path);
  if (text === undefined)
    return ours ? failed("The file cannot be read as UTF-8 text. Change its permissions or its encoding.") : undefined;

  let table: unknown;
  try {
    table = parse(text);
  } catch (error) {
    // Another tool's mistake in pyproject.toml is none of our business.
    if (!ours && !text.includes("tool.shardlint")) return undefined;
    if (!(error instanceof TomlError)) throw error;
    return failed(`The file is no valid TOML, so none of it applies: ${firstLine(error.message)}`, error.line);
  }
  const prefix = ours ? [] : ["tool", "shardlint"];
  const raw = prefix.reduce((value: unknown, key) => inner(value, key), table);
  if (raw === undefined) return undefined;
  return {
    path,
    folder,
    ...readSettings(raw, { file: path, lineOf: (keys) => lineOfKey(text, [...prefix, ...keys]) }),
  };
}

function inner(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (Reflect.get(value, key) as unknown) : undefined;
}

function firstLine(message: string): string {
  return message.replace(/^Invalid TOML document: /, "").split("\n", 1)[0] ?? message;
}
