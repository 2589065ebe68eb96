/** From a keystroke until the diagnostics that take it into account have arrived, in a warm server. */
import { join } from "node:path";
import { PositionEncoding, Workspace as RuffWorkspace } from "@astral-sh/ruff-wasm-nodejs";
import type { Context } from "../context.ts";
import { type Edit, EditScript } from "../edits.ts";
import { Answers } from "../findings.ts";
import { LanguageClient } from "../lsp-client.ts";
import { type Goal, median, type Outcome, type Series, summarize } from "../report.ts";
import type { Server } from "../subjects.ts";
import { makeWorkspace, type Workspace } from "../workspace.ts";

const growth = 100;
const title = "Keystroke to diagnostics, 2,200 lines, warm";
const kindTitle = "Keystroke to diagnostics by kind of edit, Shardlint";
const largeSubject = `Shardlint, workspace ${growth} times larger`;
const warmUpCycles = 4;

interface Timed {
  readonly name: string;
  readonly client: LanguageClient;
  readonly values: number[];
}

export async function measureKeystrokes({ subjects, amounts, scratch, progress }: Context): Promise<Outcome> {
  progress(`keystrokes: writing workspaces of 1 and ${growth} pipelines`);
  const small = makeWorkspace(join(scratch, "small"), 1);
  const large = makeWorkspace(join(scratch, "large"), growth);

  const open = async (server: Server, workspace: Workspace, name = server.name): Promise<Timed> => {
    progress(`keystrokes: starting ${name}`);
    const client = await LanguageClient.start({ server, folder: workspace.folder, probe: subjects.probe });
    await client.open(workspace.path, workspace.text);
    return { name, client, values: [] };
  };
  const floor = await open(subjects.floor, small);
  const ruff = await open(subjects.ruff, small);
  const shardlint = await open(subjects.shardlint, small);
  const shardlintLarge = await open(subjects.shardlint, large, largeSubject);
  const pyright = subjects.pyright === undefined ? undefined : await open(subjects.pyright, small);
  const fast = [floor, ruff, shardlint, shardlintLarge];
  const own = [shardlint, shardlintLarge];
  const answers = new Answers("keystroke");
  for (const { client } of own) answers.judge(client, true, "after opening the file");

  const byKind = new Map<string, number[]>();
  const make = async (edit: Edit, counted: boolean): Promise<void> => {
    // One edit after the other on every server, so that what else the machine does falls on all alike.
    for (const timed of fast) {
      const time = await timed.client.edit(edit);
      if (!counted) continue;
      timed.values.push(time);
      if (timed === shardlint) byKind.set(edit.kind, [...(byKind.get(edit.kind) ?? []), time]);
    }
    if (edit.flawed === null) return;
    for (const { client } of own) answers.judge(client, edit.flawed, `after an edit (${edit.kind})`);
  };

  const script = new EditScript(small.text, 1);
  const linter = new RuffWorkspace(RuffWorkspace.defaultSettings(), PositionEncoding.Utf16);
  const linted: number[] = [];
  for (let cycle = 0; cycle < warmUpCycles + amounts.cycles; cycle++) {
    const counted = cycle >= warmUpCycles;
    progress(`keystrokes: ${counted ? `cycle ${cycle - warmUpCycles + 1} of ${amounts.cycles}` : "warming up"}`);
    const edits = script.cycle();
    for (const edit of edits) await make(edit, counted);
    if (counted) for (let run = 0; run < 10; run++) linted.push(timeOf(() => linter.check(script.text) as unknown));
    // It takes hundreds of times longer, so it makes the edits of the first cycles only: one to warm up, some that count.
    if (pyright === undefined || cycle > amounts.pyrightCycles) continue;
    for (const edit of edits) {
      const time = await pyright.client.edit(edit);
      if (cycle > 0) pyright.values.push(time);
    }
  }
  const all = pyright === undefined ? fast : [...fast, pyright];
  for (const { client } of all) await client.stop();

  const times = [...all, { name: "ruff in process, lint only", values: linted }];
  return {
    series: [
      ...times.map(({ name, values }): Series => ({ measure: title, subject: name, unit: "ms", values })),
      ...[...byKind].map(([kind, values]): Series => ({ measure: kindTitle, subject: kind, unit: "ms", values })),
    ],
    goals: [answers.goal, ...goalsOf({ floor, ruff, shardlint, shardlintLarge, pyright })],
    notes: [
      `The edited file has ${small.lines} lines; the larger workspace has ${growth} such files.`,
      "Shardlint's answer is right if it has the mistake while that is there, and nothing else.",
      ...answers.notes,
      "Every server makes the same edits, one after the other; pyright makes those of the first cycles only.",
    ],
  };
}

function goalsOf(subjects: {
  readonly floor: Timed;
  readonly ruff: Timed;
  readonly shardlint: Timed;
  readonly shardlintLarge: Timed;
  readonly pyright: Timed | undefined;
}): Goal[] {
  const { floor, ruff, shardlint, shardlintLarge, pyright } = subjects;
  const own = summarize(shardlint.values);
  const ratioTo = ({ values }: Timed): number => own.median / median(values);
  const goals: Goal[] = [
    { name: "keystroke: median to that of the floor", measured: ratioTo(floor), limit: 4, unit: "×" },
    { name: "keystroke: median to that of ruff on the same server", measured: ratioTo(ruff), limit: 1, unit: "×" },
    { name: "keystroke: p95 to the median", measured: own.p95 / own.median, limit: 3, unit: "×" },
    {
      // The same but for what chance adds to either.
      name: `keystroke: median in a workspace ${growth} times larger to that in the small one`,
      measured: 1 / ratioTo(shardlintLarge),
      limit: 1.2,
      unit: "×",
    },
  ];
  if (pyright !== undefined) {
    goals.push({ name: "keystroke: median to that of pyright", measured: ratioTo(pyright), limit: 1 / 100, unit: "×" });
  }
  return goals;
}

function timeOf(body: () => unknown): number {
  const start = performance.now();
  body();
  return performance.now() - start;
}
