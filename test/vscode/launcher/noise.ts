/** What VS Code prints in every run, and what no test is about. */
const messages = [
  "AccountPolicyGate",
  "AgentHost",
  "An unknown error occurred",
  "builtin extensions cache",
  "ChatSessionStore",
  "connection token",
  "Creating a socket",
  "Creation of workbench contribution",
  "Ignoring fetching additional builtin",
  "No search provider registered",
  "reconnection-grace-time",
  "Service Worker] registration",
  "Started local extension host",
  "Timed out waiting for authentication provider",
  // Native modules of VS Code are not built here, and it does without them.
  "Could not locate the bindings file",
  "Cannot find module './build/Release/watchdog'",
];

export function isNoise(text: string): boolean {
  return messages.some((message) => text.includes(message));
}
