/** From the start of a server's process until the first diagnostics of a file have arrived. */
import { join } from "node:path";
import type { Context } from "../context.ts";
import { Answers } from "../findings.ts";
import { LanguageClient } from "../lsp-client.ts";
import { median, type Outcome } from "../report.ts";
import type { Server } from "../subjects.ts";
import { makeWorkspace } from "../workspace.ts";

export async function measureOpening({ subjects, amounts, scratch, progress }: Context): Promise<Outcome> {
  const { floor, ruff, shardlint, pyright } = subjects;
  const { folder, path, text } = makeWorkspace(join(scratch, "open"), 1);

  const answers = new Answers("open");
  const timeOf = async (server: Server): Promise<number> => {
    const start = performance.now();
    const client = await LanguageClient.start({ server, folder, probe: subjects.probe });
    await client.open(path, text);
    const time = performance.now() - start;
    if (server === shardlint) answers.judge(client, true, "after opening the file");
    await client.stop();
    return time;
  };

  const servers = [floor, ruff, shardlint, ...(pyright === undefined ? [] : [pyright])];
  const values = new Map<Server, number[]>(servers.map((server) => [server, []]));
  // The first run, which is not counted, brings the files into the memory of the system.
  for (let run = 0; run <= amounts.opens; run++) {
    for (const server of servers) {
      progress(`open: run ${run} of ${amounts.opens}, ${server.name}`);
      const time = await timeOf(server);
      if (run > 0) values.get(server)?.push(time);
    }
  }
  const medianOf = (server: Server): number => median(values.get(server) ?? []);
  const own = medianOf(shardlint);
  return {
    series: servers.map((server) => ({
      measure: "Open to first diagnostics, cold process",
      subject: server.name,
      unit: "ms",
      values: values.get(server) ?? [],
    })),
    goals: [
      answers.goal,
      { name: "open: median", measured: own, limit: 400, unit: "ms" },
      ...(pyright === undefined
        ? []
        : [
            {
              name: "open: median to that of pyright",
              measured: own / medianOf(pyright),
              limit: 1 / 8,
              unit: "×" as const,
            },
          ]),
    ],
    notes: ["Opening starts with the process itself, so about 40 ms of each are Node's.", ...answers.notes],
  };
}
