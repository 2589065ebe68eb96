/** Paths that have the same configuration are checked as one project. */
import { type ConfigFile, findConfigFile, readConfigFile } from "../config/files.ts";
import type { ConfigProblem } from "../config/read-settings.ts";
import { type ResolvedConfig, resolveConfig } from "../config/resolve.ts";
import { directoryOf, type Host } from "../host.ts";
import type { CheckOptions } from "./check-options.ts";
import { UsageError } from "./status.ts";

export interface Group {
  readonly paths: readonly string[];
  /** Where the project's modules are looked up. */
  readonly roots: readonly string[];
  readonly config: ResolvedConfig;
  readonly problems: readonly ConfigProblem[];
}

export function groupsOf(options: CheckOptions, host: Host, workingFolder: string): readonly Group[] {
  const groups = new Map<string, { paths: string[]; roots: readonly string[]; file: ConfigFile | undefined }>();
  const fixed = typeof options.config === "string" ? configAt(host, options.config) : undefined;
  for (const path of options.paths) {
    const folder = host.isDirectory(path) ? path : directoryOf(path);
    const file = options.config === true ? findConfigFile(host, folder) : fixed;
    const outside = isInside(path, workingFolder) ? workingFolder : folder;
    // The editor's workspace is the folder of the configuration file as a rule.
    const roots = file === undefined || file === fixed ? [outside] : [...new Set([file.folder, outside])];
    const key = JSON.stringify([file?.path, roots]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { paths: [path], roots, file });
    else group.paths.push(path);
  }
  return [...groups.values()].map(({ paths, roots, file }) => {
    const config = resolveConfig([
      ...(file === undefined ? [] : [{ settings: file.settings, folder: file.folder, file: file.path }]),
      { settings: options.settings, folder: workingFolder },
    ]);
    return { paths, roots, config, problems: [...(file?.problems ?? []), ...config.problems] };
  });
}

/** A file that the user names has to be there. */
function configAt(host: Host, path: string): ConfigFile {
  if (!host.isFile(path)) throw new UsageError(`The configuration file ${path} does not exist. Check the spelling.`);
  const file = readConfigFile(host, path);
  if (file === undefined) throw new UsageError(`${path} has no table [tool.shardlint]. Add it, or leave --config out.`);
  return file;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
