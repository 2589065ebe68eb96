import { resolve } from "node:path";

/** What of the desktop program's command line the launcher understands. Everything else is ignored, as is fit here. */
export interface Arguments {
  readonly developmentPaths: readonly string[];
  readonly testsPath: string | undefined;
  readonly userData: string | undefined;
  readonly extensions: string | undefined;
  readonly installExtensions: readonly string[];
  readonly version: boolean;
  /** Folders, workspaces and files to open. */
  readonly open: readonly string[];
}

const valued = [
  "extensionDevelopmentPath",
  "extensionTestsPath",
  "user-data-dir",
  "extensions-dir",
  "install-extension",
] as const;

type Valued = (typeof valued)[number];

export function parseArguments(words: readonly string[]): Arguments {
  const values = new Map<Valued, string[]>(valued.map((name) => [name, []]));
  const open: string[] = [];
  let version = false;
  const rest = [...words];
  while (true) {
    const word = rest.shift();
    if (word === undefined) break;
    const option = valued.find((name) => word === `--${name}` || word.startsWith(`--${name}=`));
    if (option !== undefined) {
      const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : rest.shift();
      if (value !== undefined) values.get(option)?.push(value);
    } else if (word === "--version" || word === "-v") {
      version = true;
    } else if (!word.startsWith("-")) {
      open.push(resolve(word));
    }
  }
  const all = (name: Valued): string[] => values.get(name) ?? [];
  return {
    developmentPaths: all("extensionDevelopmentPath"),
    testsPath: all("extensionTestsPath").at(-1),
    userData: all("user-data-dir").at(-1),
    extensions: all("extensions-dir").at(-1),
    installExtensions: all("install-extension"),
    version,
    open,
  };
}
