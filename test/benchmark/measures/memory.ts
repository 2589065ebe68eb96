/** What a server holds after opening a large file, and whether that grows while somebody works for a day. */
import { join } from "node:path";
import type { Context } from "../context.ts";
import { EditScript } from "../edits.ts";
import { LanguageClient } from "../lsp-client.ts";
import type { Outcome, Series } from "../report.ts";
import type { Server } from "../subjects.ts";
import { makeWorkspace, type Workspace } from "../workspace.ts";

const megabyte = 1e6;

/** What a server holds; the heap is what is left after garbage collection. */
interface Held {
  readonly resident: number;
  readonly heap: number;
}

interface LongSession {
  readonly opened: Held;
  readonly warm: Held;
  readonly late: Held;
  readonly warmEdits: number;
  readonly edits: number;
}

export async function measureMemory(context: Context): Promise<Outcome> {
  const workspace = makeWorkspace(join(context.scratch, "memory"), 1);
  const { subjects } = context;
  const { floor, ruff, shardlint, pyright } = subjects;
  const opened: Series[] = [];
  for (const server of [floor, ruff, shardlint, ...(pyright === undefined ? [] : [pyright])]) {
    const values = [await openedSize(context, server, workspace)];
    opened.push({ measure: "Memory after opening the file: resident", subject: server.name, unit: "MB", values });
  }
  const lowest = await editForLong(context, floor, workspace);
  const own = await editForLong(context, shardlint, workspace);
  return {
    series: [...opened, ...seriesOf(floor.name, lowest), ...seriesOf(shardlint.name, own)],
    goals: [
      {
        name: "memory: resident after opening a large file",
        measured: own.opened.resident,
        limit: 200,
        unit: "MB",
      },
      {
        name: `memory: resident while ${own.edits} edits are made`,
        measured: Math.max(own.warm.resident, own.late.resident),
        limit: 200,
        unit: "MB",
      },
      {
        // Flat, but for what chance adds to either.
        name: `memory: heap after ${own.edits} edits to that after ${own.warmEdits}`,
        measured: own.late.heap / own.warm.heap,
        limit: 1.1,
        unit: "×",
      },
    ],
    notes: ["The heap is looked at after garbage collection, which is what tells a leak from a lazy collector."],
  };
}

async function openedSize(
  { subjects, progress }: Context,
  server: Server,
  { folder, path, text }: Workspace,
): Promise<number> {
  progress(`memory: opening a file in ${server.name}`);
  const client = await LanguageClient.start({ server, folder, probe: subjects.probe });
  await client.open(path, text);
  const { resident } = await client.memory("resident");
  await client.stop();
  return resident / megabyte;
}

async function editForLong(
  { subjects, amounts, progress }: Context,
  server: Server,
  { folder, path, text }: Workspace,
): Promise<LongSession> {
  const client = await LanguageClient.start({ server, folder, probe: subjects.probe, collects: true });
  await client.open(path, text);
  const held = async (): Promise<Held> => {
    const { resident } = await client.memory("resident");
    const { heap } = await client.memory("collected");
    return { resident: resident / megabyte, heap: heap / megabyte };
  };
  const script = new EditScript(text, 2);
  const deadline = performance.now() + amounts.memorySeconds * 1000;
  let edits = 0;
  const editUntil = async (wanted: number): Promise<void> => {
    while (edits < wanted && performance.now() < deadline) {
      progress(`memory: ${server.name}, edit ${edits} of ${amounts.memoryEdits}`);
      for (const edit of script.cycle()) {
        await client.edit(edit);
        edits++;
      }
    }
  };
  const opened = await held();
  await editUntil(amounts.memoryEdits / 10);
  const warmEdits = edits;
  const warm = await held();
  await editUntil(amounts.memoryEdits);
  const late = await held();
  await client.stop();
  return { opened, warm, late, warmEdits, edits };
}

function seriesOf(subject: string, { warm, late, warmEdits, edits }: LongSession): Series[] {
  const rows: [number, Held][] = [
    [warmEdits, warm],
    [edits, late],
  ];
  return rows.flatMap(([count, { resident, heap }]): Series[] => [
    {
      measure: "Memory over many edits",
      subject: `${subject}: resident after ${count}`,
      unit: "MB",
      values: [resident],
    },
    { measure: "Memory over many edits", subject: `${subject}: heap after ${count}`, unit: "MB", values: [heap] },
  ]);
}
