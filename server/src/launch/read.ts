/** Launches of any kind of file that may hold some. */
import { fileNameOf } from "../host.ts";
import type { ShellTools } from "./shell/tools.ts";
import { launchesOfDockerfile } from "./dockerfile.ts";
import { noLaunches, type Launches } from "./launch.ts";
import { launchesOfMakefile } from "./makefile.ts";
import { launchesOfMarkdown } from "./markdown.ts";
import { launchesOfShell } from "./shell/launches.ts";
import { launchesOfVsCode } from "./vscode-launch.ts";
import { launchesOfYaml } from "./yaml-commands.ts";

type Reader = (tools: ShellTools, path: string, text: string) => Launches;

interface LaunchFileKind {
  readonly name: RegExp;
  readonly read: Reader;
  /** True if a file of such a name is nothing else. */
  readonly isScript?: boolean;
}

const shell: Reader = (tools, path, text) => launchesOfShell({ text, path, tools });

/** By the name of a file, the first that fits. */
const kinds: readonly LaunchFileKind[] = [
  { name: /\.(sh|bash|slurm|sbatch)$/i, read: shell, isScript: true },
  { name: /\.(md|markdown|mdx)$/i, read: launchesOfMarkdown },
  { name: /^(gnu)?makefile$|\.mk$/i, read: launchesOfMakefile, isScript: true },
  { name: /^(docker|container)file(\..+)?$|\.dockerfile$/i, read: launchesOfDockerfile, isScript: true },
  { name: /^launch\.json$/, read: (_, path, text) => launchesOfVsCode(path, text) },
  { name: /\.ya?ml$/i, read: launchesOfYaml },
];

/** In UTF-16 code units. Scripts of people are far shorter. */
const maximumLength = 300_000;

/** The launches of a file; none if it is of no kind that has any. Never throws. */
export function launchesIn(tools: ShellTools, path: string, text: string): Launches {
  const read = readerOf(path, text);
  if (read === undefined) return noLaunches;
  if (text.length > maximumLength) return refused("The file is too big to look for commands in it.");
  try {
    return read(tools, path, text);
  } catch (error) {
    // A mistake of ours in one file must not hide the launches of all others.
    return refused(`The file could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The launches of a file that is not read. */
export function refused(message: string): Launches {
  return { ...noLaunches, problems: [{ start: 0, end: 0, message }] };
}

/** True if a file of this name may hold launches. A name without an extension may be that of a script. */
export function mayBeLaunchFile(path: string): boolean {
  const name = fileNameOf(path);
  return !name.includes(".") || kindOf(path) !== undefined;
}

/** The text of a script that another one runs; undefined if it is none of a shell. */
export function scriptText(path: string, text: string | undefined): string | undefined {
  return text !== undefined && text.length <= maximumLength && readerOf(path, text) === shell ? text : undefined;
}

/** True if a file of this name holds commands, whatever is in it. */
export function isScript(path: string): boolean {
  return kindOf(path)?.isScript === true;
}

/** A text, or the bytes of one, which hold the same words. */
interface Searchable {
  includes(text: string): boolean;
}

/** True if a file may start a Python program, for a quick look at many files. */
export function mayLaunch(path: string, content: Searchable): boolean {
  if (!mayBeLaunchFile(path)) return false;
  return starts.some((word) => content.includes(word));
}

const starts = ["python", ".py", "torchrun", "accelerate", "deepspeed", "sglang", ".sh", ".slurm", ".sbatch"];

function readerOf(path: string, text: string): Reader | undefined {
  const kind = kindOf(path);
  if (kind !== undefined) return kind.read;
  const saysShell = !fileNameOf(path).includes(".") && /^#!\s*\/\S*\/(env\s+)?(ba|z|da|k)?sh\b/.test(text);
  return saysShell ? shell : undefined;
}

function kindOf(path: string): LaunchFileKind | undefined {
  const name = fileNameOf(path);
  if (name === "launch.json" && !/(^|\/)\.vscode\/launch\.json$/.test(path)) return undefined;
  return kinds.find((kind) => kind.name.test(name));
}
