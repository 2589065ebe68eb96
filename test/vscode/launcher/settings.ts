import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What makes the workbench in a browser behave like the desktop program, and keeps it quiet. */
const desktopLike = {
  // The browser's default saves after a delay, which would write a test's edits to disk.
  "files.autoSave": "off",
  "files.hotExit": "off",
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "telemetry.telemetryLevel": "off",
  "window.confirmBeforeClose": "never",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};

/** Writes the settings of a user, below those that are there already. */
export function writeUserSettings(userData: string, own: Readonly<Record<string, unknown>> = {}): void {
  const file = join(userData, "User/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  const present = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>) : {};
  writeFileSync(file, JSON.stringify({ ...desktopLike, ...own, ...present }, null, 2));
}
