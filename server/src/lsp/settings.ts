/** The user's settings, from a client that answers questions or from one that tells them. */
import { membersOf } from "./client-features.ts";
import type { Folder } from "./folder.ts";
import type { Session } from "./session.ts";

const section = "shardlint";

export async function readSettings(session: Session, folder: Folder): Promise<unknown> {
  if (!session.client.answersConfiguration) return session.toldSettings;
  try {
    const settings: unknown = await session.connection.workspace.getConfiguration({
      section,
      ...(folder.uri === undefined ? {} : { scopeUri: folder.uri }),
    });
    return settings ?? {};
  } catch (error) {
    session.log.failure("Reading the settings", folder.path, error);
    return session.toldSettings;
  }
}

/** Takes the settings that came with a notification, if any did. */
export function settingsIn(told: unknown): unknown {
  const members = membersOf(told);
  return section in members ? (members[section] ?? {}) : undefined;
}
