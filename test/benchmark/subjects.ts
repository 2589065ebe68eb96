/** The programs that are measured, and how each is started. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bundle } from "../../scripts/lib/bundle.mjs";
import { root, testCache } from "../../scripts/lib/paths.mjs";

/** A program for Node and its parameters. */
export type Command = readonly [program: string, ...parameters: string[]];

/** How a server's diagnostics are had: by asking, or by waiting until they are published. */
export type Delivery = "pull" | "push";

export interface Server {
  readonly name: string;
  /** Options for Node itself. */
  readonly node?: readonly string[];
  readonly command: Command;
  readonly delivery: Delivery;
}

export interface Subjects {
  readonly floor: Server;
  readonly ruff: Server;
  readonly shardlint: Server;
  /** Undefined if it was asked to be left out. */
  readonly pyright: Server | undefined;
  readonly commandLine: {
    readonly ruff: Command;
    readonly pyright: Command | undefined;
    /** Undefined if it is not built. */
    readonly shardlint: Command | undefined;
  };
  /** The module to load into a measured process. */
  readonly probe: string;
  readonly versions: Readonly<Record<string, string>>;
}

export interface SubjectOptions {
  readonly dist: string;
  /** Where CPU profiles of Shardlint's server are written; undefined to write none. */
  readonly profiles: string | undefined;
  readonly withPyright: boolean;
}

/** Bundles the servers of the benchmark. Throws if the language server of Shardlint is not built. */
export async function prepareSubjects({ dist, profiles, withPyright }: SubjectOptions): Promise<Subjects> {
  const server = join(dist, "server.js");
  if (!existsSync(server)) throw new Error(`${server} does not exist: run \`npm run build\` first.`);

  const folder = join(testCache, "benchmark");
  const names = ["floor", "ruff", "ruff-tree", "probe"];
  const entries = names.map((name) => join(root, `test/benchmark/servers/${name}.ts`));
  await bundle({ entries, folder, format: "cjs" });
  const program = (name: string): string => join(folder, `${name}.cjs`);

  const require = createRequire(join(root, "package.json"));
  const pyright = dirname(require.resolve("pyright/package.json"));
  const cli = join(dist, "cli.js");
  return {
    floor: { name: "floor", command: [program("floor"), "--stdio"], delivery: "pull" },
    ruff: { name: "ruff behind the floor", command: [program("ruff"), "--stdio"], delivery: "pull" },
    shardlint: {
      name: "Shardlint",
      node: profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`],
      command: [server, "--stdio"],
      delivery: "pull",
    },
    pyright: withPyright
      ? { name: "pyright", command: [join(pyright, "langserver.index.js"), "--stdio"], delivery: "pull" }
      : undefined,
    commandLine: {
      ruff: [program("ruff-tree")],
      pyright: withPyright ? [join(pyright, "index.js"), "--outputjson"] : undefined,
      shardlint: existsSync(cli) ? [cli, "check", "--output-format", "json"] : undefined,
    },
    probe: program("probe"),
    versions: {
      pyright: versionOf(require("pyright/package.json")),
      ruff: versionOf(require("@astral-sh/ruff-wasm-nodejs/package.json")),
    },
  };
}

function versionOf(manifest: unknown): string {
  return (manifest as { version: string }).version;
}
