import type { LanguageClient } from "./lsp-client.ts";
import type { Goal } from "./report.ts";
import { mistake } from "./workload.ts";

/** Whether Shardlint said of a file what is so each time it was asked: a fast answer that is wrong is worth nothing. */
export class Answers {
  readonly #measure: string;
  readonly #wrong: string[] = [];

  constructor(measure: string) {
    this.#measure = measure;
  }

  /** Takes the client's last diagnostics for an answer; `flawed` says whether the file has its mistake. */
  judge(client: LanguageClient, flawed: boolean, when: string): void {
    const found = client.diagnostics.map(({ code }) => String(code)).join(", ");
    const expected = flawed ? mistake.rule : "";
    if (found !== expected) this.#wrong.push(`[${found}] instead of [${expected}] ${when}`);
  }

  get goal(): Goal {
    return { name: `${this.#measure}: wrong answers`, measured: this.#wrong.length, limit: 0, unit: "answers" };
  }

  get notes(): readonly string[] {
    const [first] = this.#wrong;
    return first === undefined
      ? []
      : [`Some answers of Shardlint are wrong, so its times mean little. The first is ${first}.`];
  }
}
