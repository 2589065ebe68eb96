/**
 * The flags of `sglang generate` and `sglang serve` that say something about the layout, and the fields of `ServerArgs` that
 * they set. Source: SGLang 0.5.x, sglang/multimodal_gen/runtime/server_args/server_args.py, `add_cli_args`.
 */
import type { LaunchCommand, Word } from "./launch.ts";

export interface FlagField {
  readonly name: string;
  /** `switch`: true where no value follows. */
  readonly type: "number" | "text" | "switch";
}

const number = (name: string): FlagField => ({ name, type: "number" });

const fields: ReadonlyMap<string, FlagField> = new Map([
  ["--model-path", { name: "model_path", type: "text" }],
  ["--num-gpus", number("num_gpus")],
  ["--nnodes", number("nnodes")],
  ["--node-rank", number("node_rank")],
  ["--dist-init-addr", { name: "dist_init_addr", type: "text" }],
  ["--tp-size", number("tp_size")],
  ["--sp-degree", number("sp_degree")],
  ["--ulysses-degree", number("ulysses_degree")],
  ["--ring-degree", number("ring_degree")],
  ["--kv-gather-degree", number("kv_gather_degree")],
  ["--enable-cfg-parallel", { name: "enable_cfg_parallel", type: "switch" }],
  ["--cfg-parallel-size", number("cfg_parallel_degree")],
  ["--data-parallel-size", number("dp_size")],
  ["--dp-size", number("dp_size")],
  ["--dp", number("dp_size")],
  ["--hsdp-replicate-dim", number("hsdp_replicate_dim")],
  ["--hsdp-shard-dim", number("hsdp_shard_dim")],
  ["--attention-backend", { name: "attention_backend", type: "text" }],
  ["--performance-mode", { name: "performance_mode", type: "text" }],
  ["--mode", { name: "performance_mode", type: "text" }],
]);

/** One flag as a command gives it. */
export interface GivenFlag {
  readonly field: FlagField;
  readonly flag: Word;
  /** The text; undefined for a switch without one. */
  readonly value: string | undefined;
  /** The word that has the text. */
  readonly word: Word;
}

/**
 * The fields that a command sets, the last of several flags for one field. Undefined if something that is not in the
 * command may set others: further words, or a configuration file.
 */
export function flagsOf(command: LaunchCommand): ReadonlyMap<string, GivenFlag> | undefined {
  const words = command.arguments;
  if (command.openness !== "closed") return undefined;
  const given = new Map<string, GivenFlag>();
  for (const [i, flag] of words.entries()) {
    if (flag.text === undefined) return undefined;
    const [name, attached] = splitAt(flag.text);
    if (name === "--config") return undefined;
    const field = fields.get(name);
    if (field === undefined) continue;
    const next = words[i + 1];
    const follows = next !== undefined && next.text?.startsWith("-") !== true;
    const word = attached !== undefined || !follows ? flag : next;
    if (word !== flag && word.text === undefined) return undefined;
    given.set(field.name, { field, flag, value: attached ?? (follows ? next.text : undefined), word });
  }
  return given;
}

function splitAt(text: string): [string, string | undefined] {
  const at = text.indexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
