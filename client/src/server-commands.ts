import type { Client } from "./extension.ts";

/** Has the server run one of its commands, each of which answers Markdown. Undefined if there is nothing to say. */
export async function runServerCommand(
  client: Client | undefined,
  name: "debugInformation" | "explain",
  parameters: readonly unknown[],
): Promise<string | undefined> {
  const answer = await client?.sendRequest<unknown>("workspace/executeCommand", {
    command: `shardlint.server.${name}`,
    arguments: parameters,
  });
  return typeof answer === "string" ? answer : undefined;
}
