/** What the exit status says; of several, the highest is told. */
export const exitStatus = { clean: 0, findings: 1, usage: 2, internal: 3 } as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** The command line asks for something that does not exist; the message says what does. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
