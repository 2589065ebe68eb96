/** What the names of files in commands say. */
import { fileNameOf } from "../../host.ts";

export function baseName(path: string): string {
  return fileNameOf(path).replace(/^.*=/, "");
}

export function isShell(name: string | undefined): boolean {
  return name !== undefined && /^(ba|z|da|k)?sh$/.test(baseName(name));
}

/** True for a word that names a script of a shell. */
export function isScriptName(text: string): boolean {
  return /[^/]\.(sh|bash|slurm|sbatch)$/.test(text) && !/^-|\s|=/.test(text);
}
