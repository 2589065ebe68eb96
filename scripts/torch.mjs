// The model of tensor operations is held to PyTorch itself. Installs Debian's when the machine has none.
import { spawnSync } from "node:child_process";
import { run } from "./lib/run.mjs";

const python = process.env["SHARDLINT_TORCH_PYTHON"] ?? "/usr/bin/python3";

process.exitCode = await ensureTorch();

async function ensureTorch() {
  const status = version() === undefined ? await install() : 0;
  const found = version();
  if (found !== undefined) {
    console.log(`PyTorch ${found} of ${python}`);
    return 0;
  }
  console.error(
    `${python} has no PyTorch, and it cannot be installed here. Install it (apt-get install python3-torch, as root), ` +
      "or name a Python that has it: SHARDLINT_TORCH_PYTHON=/path/to/python",
  );
  return status === 0 ? 1 : status;
}

async function install() {
  if (python !== "/usr/bin/python3" || process.getuid?.() !== 0) return 1;
  return (
    (await run("apt-get", ["update", "--quiet=2"])) ||
    (await run("apt-get", ["install", "--yes", "--quiet=2", "--no-install-recommends", "python3-torch"]))
  );
}

/** Undefined if there is no PyTorch, or no such Python. */
function version() {
  const { status, stdout } = spawnSync(python, ["-c", "import torch; print(torch.__version__)"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
