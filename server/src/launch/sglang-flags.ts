/** The options of `sglang generate` and `sglang serve` that decide the parallel layout, and the fields of `ServerArgs` they set. */
import type { LaunchCommand, Word } from "./launch.ts";

type FieldKind = "integer" | "text" | "truth";

interface Field {
  readonly name: string;
  readonly kind: FieldKind;
}

const text = (name: string): Field => ({ name, kind: "text" });

/** Options of fields that are named as they are. */
function named(kind: FieldKind, options: string): [string, Field][] {
  return options.split(" ").map((option) => [`--${option}`, { name: option.replaceAll("-", "_"), kind }]);
}

/** sglang.multimodal_gen, runtime/server_args/server_args.py and disagg.py. Only `-` spellings are options. */
const fields: ReadonlyMap<string, Field> = new Map([
  ...named(
    "integer",
    "num-gpus nnodes node-rank tp-size sp-degree ulysses-degree ring-degree kv-gather-degree dp-size",
  ),
  ...named("integer", "hsdp-replicate-dim hsdp-shard-dim encoder-tp denoiser-tp denoiser-sp denoiser-ulysses"),
  ...named("integer", "denoiser-ring decoder-sp"),
  ...named("text", "model-path dist-init-addr encoder-parallel attention-backend attention-backend-config"),
  ...named("text", "performance-mode"),
  ...named("truth", "enable-cfg-parallel"),
  ["--cfg-parallel-size", { name: "cfg_parallel_degree", kind: "integer" }],
  ["--data-parallel-size", { name: "dp_size", kind: "integer" }],
  ["--dp", { name: "dp_size", kind: "integer" }],
  ["--mode", text("performance_mode")],
]);

/** The fields that are looked at, by the names that a configuration file has for them too. */
export const sglangFieldNames: ReadonlySet<string> = new Set([...fields.values()].map(({ name }) => name));

/** A field of `ServerArgs` as a command sets it. */
export interface SglangField {
  readonly name: string;
  /** Undefined where it is not known, or no value of the option. */
  readonly value: number | string | boolean | undefined;
  readonly option: Word;
  /** The word that holds the value; the option's own word if both are one. */
  readonly word: Word;
}

/**
 * What a command sets, the last of several for one field; undefined if any of its words may be further options or is an abbreviation
 * of one, or the command is another one. `--config` is given as the field `config`. Options that are not listed are left out.
 */
export function sglangFields(command: LaunchCommand): ReadonlyMap<string, SglangField> | undefined {
  if (command.target.kind !== "tool" || command.openness === "open") return undefined;
  const found = new Map<string, SglangField>();
  const words = command.arguments;
  if (words.some(isAbbreviation) || words.some(isMisspelt)) return undefined;
  words.forEach((option, index) => {
    const equals = option.prefix.indexOf("=");
    const written = equals < 0 ? option.text : option.prefix.slice(0, equals);
    if (written?.startsWith("--") !== true) return;
    const field = written === "--config" ? text("config") : fields.get(written);
    if (field === undefined) return;
    const next = words[index + 1];
    const isAlone = next === undefined || next.prefix.startsWith("-") || next.given;
    if (equals >= 0) {
      const value = option.text === undefined ? undefined : valueOf(field, option.text.slice(equals + 1));
      found.set(field.name, { name: field.name, value, option, word: option });
    } else if (field.kind === "truth" && isAlone) {
      found.set(field.name, { name: field.name, value: true, option, word: option });
    } else if (next !== undefined) {
      const value = next.text === undefined ? undefined : valueOf(field, next.text);
      found.set(field.name, { name: field.name, value, option, word: next });
    }
  });
  return found;
}

/** A field's own name is no option where the option has another: what such a command does is not known. */
function isMisspelt({ prefix }: Word): boolean {
  const written = prefix.split("=", 1)[0] ?? "";
  return (
    /^--[a-z-]+$/.test(written) && !fields.has(written) && sglangFieldNames.has(written.slice(2).replaceAll("-", "_"))
  );
}

/** argparse takes the beginning of an option for the option, unless others, which are not listed here, begin so too. */
function isAbbreviation({ prefix, text: whole }: Word): boolean {
  const written = prefix.split("=", 1)[0] ?? "";
  if (whole === undefined && !prefix.includes("=")) return false;
  return /^--\w/.test(written) && !fields.has(written) && [...fields.keys()].some((name) => name.startsWith(written));
}

function valueOf({ kind }: Field, written: string): number | string | boolean | undefined {
  switch (kind) {
    case "text":
      return written;
    case "integer":
      return /^[+-]?\d{1,15}$/.test(written) ? Number(written) : undefined;
    case "truth":
      return /^(true|1|yes)$/i.test(written) ? true : /^(false|0|no)$/i.test(written) ? false : undefined;
  }
}
