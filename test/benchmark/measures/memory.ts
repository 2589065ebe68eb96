/** What a server holds after opening a large file, and whether that grows while somebody works for a day. */
import { join } from "node:path";
import type { Context } from "../context.ts";
import { EditScript } from "../edits.ts";
import { LanguageClient } from "../lsp-client.ts";
import type { Outcome, Series } from "../report.ts";
import type { Server } from "../subjects.ts";
import { makeWorkspace, type Workspace } from "../workspace.ts";

const megabyte = 1e6;

interface Held {
  readonly opened: number;
  /** Resident size and, after garbage collection, heap: once the server is warm and at the end. */
  readonly warm: { readonly resident: number; readonly heap: number };
  readonly late: { readonly resident: number; readonly heap: number };
}

export async function measureMemory({ subjects, amounts, scratch, progress }: Context): Promise<Outcome> {
  const workspace = makeWorkspace(join(scratch, "memory"), 1);
  const { memoryEdits } = amounts;

  const openedSize = async (server: Server): Promise<number> => {
    progress(`memory: opening a file in ${server.name}`);
    const client = await LanguageClient.start({ server, folder: workspace.folder, probe: subjects.probe });
    await client.open(workspace.path, workspace.text);
    const { resident } = await client.memory("resident");
    await client.stop();
    return resident / megabyte;
  };
  const opened: Series[] = [];
  for (const server of [subjects.floor, subjects.ruff, subjects.shardlint, subjects.pyright]) {
    const values = [await openedSize(server)];
    opened.push({ measure: "Memory after opening the file: resident", subject: server.name, unit: "MB", values });
  }

  const shardlint = await editForLong(subjects.shardlint, workspace, subjects.probe, memoryEdits, progress);
  const floor = await editForLong(subjects.floor, workspace, subjects.probe, memoryEdits, progress);
  const series = [...opened];
  for (const [subject, held] of [
    ["floor", floor],
    ["Shardlint", shardlint],
  ] as const) {
    const warm = `after ${held.warmEdits} edits`;
    const late = `after ${memoryEdits} edits`;
    series.push(
      { measure: `Memory ${warm}: resident`, subject, unit: "MB", values: [held.warm.resident] },
      { measure: `Memory ${late}: resident`, subject, unit: "MB", values: [held.late.resident] },
      { measure: `Memory ${warm}: heap, collected`, subject, unit: "MB", values: [held.warm.heap] },
      { measure: `Memory ${late}: heap, collected`, subject, unit: "MB", values: [held.late.heap] },
    );
  }
  return {
    series,
    goals: [
      { name: "memory: resident after opening a large file", measured: shardlint.opened, limit: 200, unit: "MB" },
      {
        name: `memory: resident after ${memoryEdits} edits`,
        measured: shardlint.late.resident,
        limit: 200,
        unit: "MB",
      },
      {
        // Flat, but for what chance and the pages of the collector make of it.
        name: `memory: collected heap after ${memoryEdits} edits to that when warm`,
        measured: shardlint.late.heap / shardlint.warm.heap,
        limit: 1.1,
        unit: "×",
      },
    ],
    notes: ["The heap is looked at after garbage collection, which is what tells a leak from a lazy collector."],
  };
}

async function editForLong(
  server: Server,
  workspace: Workspace,
  probe: string,
  edits: number,
  progress: (what: string) => void,
): Promise<Held & { readonly warmEdits: number }> {
  const client = await LanguageClient.start({ server, folder: workspace.folder, probe, collects: true });
  await client.open(workspace.path, workspace.text);
  const opened = (await client.memory("resident")).resident / megabyte;

  const script = new EditScript(workspace.text, 2);
  const warmEdits = Math.ceil(edits / 10);
  let made = 0;
  const editUntil = async (limit: number): Promise<Held["warm"]> => {
    while (made < limit) {
      progress(`memory: ${server.name}, edit ${made} of ${edits}`);
      for (const edit of script.cycle()) {
        await client.edit(edit);
        made++;
      }
    }
    const { resident } = await client.memory("resident");
    const { heap } = await client.memory("collected");
    return { resident: resident / megabyte, heap: heap / megabyte };
  };
  const warm = await editUntil(warmEdits);
  const late = await editUntil(edits);
  await client.stop();
  return { opened, warm, late, warmEdits };
}
