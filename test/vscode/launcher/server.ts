import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** Where a VS Code server is, and the folders that one run of it writes to. */
export interface Installation {
  readonly root: string;
  readonly node: string;
  /** A fresh folder for everything that the run leaves behind. */
  readonly scratch: string;
  readonly userData: string;
  readonly extensions: string;
}

export interface Server {
  /** Host and port, as in a URL. */
  readonly authority: string;
  /** All that the server has printed. */
  log(): string;
  /** Calls back with each piece of text that the server prints. */
  onOutput(listener: (text: string) => void): void;
  stop(): Promise<void>;
}

/** Starts the server and waits until it listens. */
export async function startServer(installation: Installation): Promise<Server> {
  const port = await freePort();
  const child = spawn(
    installation.node,
    [
      ...commonArguments(installation),
      "--host=127.0.0.1",
      `--port=${port}`,
      "--without-connection-token",
      "--telemetry-level=off",
      "--disable-workspace-trust",
      "--enable-smoke-test-driver",
    ],
    // Its own process group lets `stop` end the extension host and the language servers too.
    { detached: true, stdio: ["ignore", "pipe", "pipe"], env: environment(installation) },
  );
  let text = "";
  const listeners: ((text: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      for (const listener of listeners) listener(piece);
    });
  }
  const server: Server = {
    authority: `127.0.0.1:${port}`,
    log: () => text,
    onOutput: (listener) => listeners.push(listener),
    stop: () => stop(child),
  };
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => {
      reject(new Error(`The server ended before it listened:\n${text}`));
    });
    server.onOutput(() => {
      if (text.includes("Extension host agent listening")) resolve();
    });
  });
  return server;
}

/** Does what the desktop program does for `--install-extension`. */
export function installExtensions(installation: Installation, packages: readonly string[]): number {
  const parameters = packages.flatMap((path) => ["--install-extension", path]);
  const result = spawnSync(installation.node, [...commonArguments(installation), ...parameters], {
    encoding: "utf8",
    env: environment(installation),
  });
  // A success is one line among a hundred about native modules that are not built.
  if (result.status !== 0) console.error(result.error?.message ?? result.stdout + result.stderr);
  return result.status ?? 1;
}

function commonArguments({ root, scratch, userData, extensions }: Installation): string[] {
  return [
    join(root, "out/server-main.js"),
    "--accept-server-license-terms",
    `--server-data-dir=${scratch}`,
    `--user-data-dir=${userData}`,
    `--extensions-dir=${extensions}`,
  ];
}

/** Sockets and temporary files go to the run's own folder, and no marketplace is asked for anything. */
function environment({ scratch }: Installation): NodeJS.ProcessEnv {
  const temporary = join(scratch, "tmp");
  mkdirSync(temporary, { recursive: true });
  return {
    ...process.env,
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: temporary,
    EXTENSIONS_GALLERY: `{"serviceUrl":""}`,
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 4_000);
    await gone;
    clearTimeout(timer);
  }
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing of the group is left.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  probe.close();
  await once(probe, "close");
  return address.port;
}
