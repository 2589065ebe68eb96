/** Tells the client how the server is doing, when that changes and nothing else is to be done. */
import type { FileState } from "./checker.ts";
import type { Session } from "./session.ts";
import { turn } from "./turn.ts";

export const statusMethod = "shardlint/status";

/** How long a check may take before the file counts as slow, in milliseconds. */
const slow = 250;

export interface Status {
  /** `starting` until the first folder is ready; `failed` if one cannot be. */
  readonly state: "starting" | "busy" | "ready" | "failed";
  /** Why it failed. */
  readonly problem?: string;
  /** In all open documents. */
  readonly findings: number;
  readonly files: readonly StatusFile[];
}

/** A file that deserves a remark. */
export interface StatusFile {
  readonly uri: string;
  readonly remark: string;
}

export class StatusReporter {
  readonly #session: Session;
  #told = "";
  #waiting = false;
  #tasks = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Something that the status tells may have changed. */
  change(): void {
    if (!this.#session.client.wantsStatus || this.#waiting) return;
    this.#waiting = true;
    void turn().then(() => {
      this.#waiting = false;
      this.#tell();
    });
  }

  get isBusy(): boolean {
    return this.#tasks > 0;
  }

  /** Says that the server is busy for as long as a task takes. */
  async during<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#tasks += 1;
    this.change();
    try {
      return await task();
    } finally {
      this.#tasks -= 1;
      this.change();
    }
  }

  /** A file that took long before will take long again, so the user is told before the check begins. */
  async beforeCheck(uri: string): Promise<void> {
    const before = this.#session.checker.states().get(uri);
    if (before === undefined || before.milliseconds <= slow || !this.#session.client.wantsStatus) return;
    await this.during(async () => {
      this.#tell();
      await turn();
    });
  }

  #tell(): void {
    const status = statusOf(this.#session);
    const text = JSON.stringify(status);
    if (text === this.#told) return;
    this.#told = text;
    const { connection, log } = this.#session;
    connection.sendNotification(statusMethod, status).catch((error: unknown) => {
      log.failure("Telling the status", undefined, error);
    });
  }
}

export function statusOf({ folders, checker, status }: Session): Status {
  const problem = folders.find((folder) => folder.problem !== undefined)?.problem;
  const ready = folders.some((folder) => folder.opened !== undefined);
  const states = [...checker.states()];
  return {
    state: problem !== undefined ? "failed" : !ready ? "starting" : status.isBusy ? "busy" : "ready",
    ...(problem === undefined ? {} : { problem }),
    findings: states.reduce((sum, [, state]) => sum + state.findings, 0),
    files: states.flatMap(([uri, state]) => {
      const remark = remarkOn(state);
      return remark === undefined ? [] : [{ uri, remark }];
    }),
  };
}

function remarkOn({ milliseconds, unfinished, refused, failed }: FileState): string | undefined {
  if (failed) return "could not be checked; the log says why";
  if (refused !== undefined) return `was not checked: it is ${refused} to read`;
  if (unfinished > 0) {
    return `${unfinished} ${unfinished === 1 ? "function was" : "functions were"} not checked to the end: the time ran out`;
  }
  // Rounded, so that the status does not change with each check.
  if (milliseconds > slow) return `takes about ${Math.round(milliseconds / 100) * 100} ms to check`;
  return undefined;
}
