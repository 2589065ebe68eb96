/** Reads settings of unknown shape. Whatever is wrong with one of them is said, and the others still apply. */
import type * as z from "zod/mini";
import { didYouMean } from "./suggest.ts";
import { launchFacts, ruleIds, settingNames, settingsSchema, type Settings } from "./schema.ts";

export interface ConfigProblem {
  /** The configuration file; undefined for the editor's settings. */
  readonly file: string | undefined;
  /** One-based. */
  readonly line: number | undefined;
  /** What is wrong, where, and what to do. */
  readonly message: string;
}

/** Where settings are written. */
export interface SettingsOrigin {
  readonly file: string | undefined;
  /** The line of a key, by its path as it is written. */
  lineOf(path: readonly string[]): number | undefined;
}

export const editorOrigin: SettingsOrigin = { file: undefined, lineOf: () => undefined };

export interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly ConfigProblem[];
}

type Path = readonly PropertyKey[];
type Table = Record<string, unknown>;

export function readSettings(raw: unknown, origin: SettingsOrigin): ReadSettings {
  const reader = new Reader(origin);
  const settings = reader.read(raw);
  // The schema tells them by kind, but a file is mended from top to bottom.
  return { settings, problems: reader.problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

class Reader {
  readonly problems: ConfigProblem[] = [];
  private readonly origin: SettingsOrigin;
  /** How each setting is spelt where it is written. */
  private readonly spelling = new Map<string, string>();

  constructor(origin: SettingsOrigin) {
    this.origin = origin;
  }

  read(raw: unknown): Settings {
    if (!isTable(raw)) {
      this.report([], "The settings must be a table of names and values.");
      return {};
    }
    const table = this.withUsualNames(raw);
    // Each round takes out what is wrong, so that the last one sees only what is right.
    for (let round = 0; round < 8; round++) {
      const result = settingsSchema.safeParse(table);
      if (result.success) return result.data;
      for (const issue of result.error.issues) this.explain(issue, table);
      removeAll(table, result.error.issues.flatMap(badPlaces));
    }
    return {};
  }

  /** Names may be written `gpu-arch` and `gpu_arch` as well as `gpuArch`, and library names as any index would take them. */
  private withUsualNames(raw: Table): Table {
    const table: Table = {};
    for (const [written, value] of Object.entries(raw)) {
      const name = settingNames.find((candidate) => sameWords(candidate, written)) ?? written;
      if (name in table)
        this.report([written], `"${written}" is given twice, also as "${this.written(name)}". Keep one.`);
      this.spelling.set(name, written);
      table[name] = structuredClone(value);
    }
    renameKeys(table, "launch", (key) => key.replaceAll("-", "_"));
    renameKeys(table, "library", distributionName);
    return table;
  }

  private explain(issue: z.core.$ZodIssue, table: Table): void {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) this.explainUnknownKey(issue.path, key);
      return;
    }
    const value = valueAt(table, issue.path);
    this.report(
      issue.path,
      `${this.nameOf(issue.path)} is ${shown(value)}, but must be ${expectation(issue)}.${hint(issue, value)}`,
    );
  }

  private explainUnknownKey(path: Path, key: string): void {
    const [table] = path;
    const { kind, known } = knownKeys(table);
    const place = table === undefined ? "" : ` in "${this.written(String(table))}"`;
    const suggestion = didYouMean(key, known);
    const advice = suggestion === "" ? ` Known: ${known.join(", ")}.` : suggestion;
    this.report([...path, key], `There is no ${kind} "${key}"${place}.${advice}`);
  }

  private nameOf(path: Path): string {
    const [first, ...rest] = path;
    if (first === undefined) return "The settings";
    return (
      [
        `"${this.written(String(first))}`,
        ...rest.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)),
      ].join("") + '"'
    );
  }

  private written(name: string): string {
    return this.spelling.get(name) ?? name;
  }

  private report(path: Path, message: string): void {
    const [first, ...rest] = path.filter((part) => typeof part === "string");
    const line = first === undefined ? undefined : this.origin.lineOf([this.written(first), ...rest]);
    this.problems.push({ file: this.origin.file, line, message });
  }
}

/** The spelling of a library's name that pip compares: `Flash_Attn.4` is `flash-attn-4`. */
export function distributionName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function sameWords(a: string, b: string): boolean {
  const letters = (name: string): string => name.replace(/[-_]/g, "").toLowerCase();
  return letters(a) === letters(b);
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** What the keys of a table are called, and those that there are. */
function knownKeys(table: PropertyKey | undefined): { readonly kind: string; readonly known: readonly string[] } {
  if (table === "severity") return { kind: "rule", known: ruleIds };
  if (table === "launch") return { kind: "launch fact", known: launchFacts };
  return { kind: "setting", known: settingNames.map(kebab) };
}

function renameKeys(table: Table, name: string, rename: (key: string) => string): void {
  const inner = table[name];
  if (isTable(inner))
    table[name] = Object.fromEntries(Object.entries(inner).map(([key, value]) => [rename(key), value]));
}

function badPlaces(issue: z.core.$ZodIssue): Path[] {
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [[...issue.path]];
}

/** Later list items go first, so that the places of the others stay what they are. */
function removeAll(table: Table, places: readonly Path[]): void {
  const last = (path: Path): number => (typeof path.at(-1) === "number" ? Number(path.at(-1)) : 0);
  for (const path of [...places].sort((a, b) => last(b) - last(a))) {
    const key = path.at(-1);
    const parent = valueAt(table, path.slice(0, -1));
    if (Array.isArray(parent) && typeof key === "number") parent.splice(key, 1);
    else if (isTable(parent) && typeof key === "string") Reflect.deleteProperty(parent, key);
  }
}

function valueAt(table: unknown, path: Path): unknown {
  return path.reduce(
    (value, key) => (typeof value === "object" && value !== null ? (Reflect.get(value, key) as unknown) : undefined),
    table,
  );
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  return isTable(value) ? "a table" : `a ${value instanceof Date ? "date" : typeof value}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_value":
      return issue.values.length === 0 ? "something else" : `one of ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      return typeWords.get(issue.expected) ?? issue.expected;
    case "too_small":
      return issue.origin === "string" ? "a text that is not empty" : `at least ${String(issue.minimum)}`;
    case "too_big":
      return `at most ${String(issue.maximum)}`;
    default:
      return issue.message;
  }
}

const typeWords: ReadonlyMap<string, string> = new Map([
  ["int", "a whole number"],
  ["number", "a whole number"],
  ["string", "a text in quotes"],
  ["array", "a list"],
  ["object", "a table"],
  ["record", "a table"],
]);

function hint(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "invalid_value" && typeof value === "string") return didYouMean(value, issue.values.map(String));
  if (issue.code === "invalid_type" && issue.expected === "array" && typeof value === "string")
    return ` Write [${JSON.stringify(value)}].`;
  return "";
}
