// Shows what Shardlint does, from a fresh checkout: installs what is missing, builds, and checks the examples.
// It uses nothing but Node itself, since nothing else may be there yet.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { installDependencies } from "./lib/install.mjs";
import { dist, root } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";

process.exitCode = await start();

async function start() {
  const installed = await installDependencies();
  if (installed !== 0) return installed;

  const built = await run(process.execPath, [join("scripts", "build.mjs")]);
  if (built !== 0) return built;

  if (!existsSync(join(root, "examples"))) {
    console.error("There is no folder examples/ to check.");
    return 1;
  }
  console.log("\nshardlint check examples\n");
  const checked = await run(process.execPath, [join(dist, "cli.js"), "check", "examples"]);
  // Status 1 means that there are findings, which is what the examples are for.
  if (checked > 1) return checked;

  console.log(`
To see the same in VS Code:

  code --extensionDevelopmentPath="${root}" "${join(root, "examples")}"

To install it there:

  npm run package
  code --install-extension shardlint.vsix

To check your own files:

  npx shardlint check PATH
`);
  return 0;
}
