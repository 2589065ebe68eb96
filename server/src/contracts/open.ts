/** Puts the library of contracts together from folders, without the files that have mistakes in them. */
import type { ModuleSyntax } from "../syntax/index.ts";
import { ContractLibrary } from "./library.ts";
import { type ContractMistake, mistakesIn } from "./mistakes.ts";

export interface ContractFolder {
  readonly root: string;
  /** Text by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that could not be read, and why, in words that follow the file's name. */
  readonly unreadable: readonly { readonly path: string; readonly problem: string }[];
}

export interface ContractSources {
  /** What ships with the product, which is known to be right. */
  readonly own: ContractFolder;
  /** The user's; the first wins. */
  readonly further: readonly ContractFolder[];
  readonly parse: (text: string) => ModuleSyntax;
  /** The ids of the rules that there are. */
  readonly rules: readonly string[];
}

export interface ContractProblem {
  readonly path: string;
  readonly line: number | undefined;
  readonly message: string;
}

/** What is wrong with one of the user's files is told, and keeps no other contract from being used. */
export function openContracts({ own, further, parse, rules }: ContractSources): {
  readonly library: ContractLibrary;
  readonly problems: readonly ContractProblem[];
} {
  const folders = [...further, own];
  const roots = folders.map(({ root }) => root);
  const files = new Map(folders.flatMap((folder) => [...folder.files]));
  const all = new ContractLibrary(roots, files, parse);
  const known = new Set(rules);
  const mistakes = further.flatMap((folder) =>
    [...folder.files.keys()].flatMap((path): readonly ContractMistake[] => mistakesIn(path, all, known)),
  );
  const unreadable = further.flatMap((folder) =>
    folder.unreadable.map(({ path, problem }) => ({ path, line: undefined, message: `The contract ${problem}.` })),
  );
  const unusable = new Set(mistakes.flatMap(({ path, fatal }) => (fatal ? [path] : [])));
  for (const path of unusable) files.delete(path);
  const library = unusable.size === 0 ? all : new ContractLibrary(roots, files, parse);
  return { library, problems: [...unreadable, ...mistakes] };
}
