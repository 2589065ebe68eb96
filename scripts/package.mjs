// Packs what the build makes into shardlint.vsix. vsce builds first, through the script vscode:prepublish.
import { rmSync } from "node:fs";
import { createVSIX } from "@vscode/vsce";
import { packageFile, root } from "./lib/paths.mjs";

rmSync(packageFile, { force: true });
await createVSIX({
  cwd: root,
  packagePath: packageFile,
  // All code is bundled.
  dependencies: false,
  // The package has to work without an address on the web.
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
