// The editor tests open VS Code's workbench in Chromium. Installs Debian's when the machine has none.
import { findChromium } from "./lib/chromium.mjs";
import { run } from "./lib/run.mjs";

process.exitCode = await ensureChromium();

async function ensureChromium() {
  if (findChromium() === undefined) {
    const status =
      (await run("apt-get", ["update", "--quiet=2"])) ||
      (await run("apt-get", [
        "install",
        "--yes",
        "--quiet=2",
        "--no-install-recommends",
        "chromium",
        "fonts-dejavu-core",
      ]));
    if (status !== 0) {
      console.error("Chromium is missing and cannot be installed here. Install it, or set CHROMIUM_PATH to it.");
      return status;
    }
  }
  console.log(`Chromium: ${findChromium() ?? "not found"}`);
  return findChromium() === undefined ? 1 : 0;
}
