/**
 * Every setting, once: the editor's `shardlint.*` settings and the configuration files have the same ones. The manifest's
 * `contributes.configuration` is generated from here (scripts/generate.mjs).
 */
import * as z from "zod/mini";
import { isVersion } from "../contracts/versions.ts";
import { rules } from "../rules/registry.ts";

export const ruleIds: readonly string[] = rules.map((rule) => rule.id);

export const levels = ["error", "warning", "information", "hint", "off"] as const;
export type Level = (typeof levels)[number];

export const gpuArchitectures = ["sm80", "sm90", "sm100", "sm110", "sm120"] as const;

/** Named as the arguments of sglang's `ServerArgs`, which is where users know them from. */
export const launchFacts = [
  "num_gpus",
  "tp_size",
  "sp_degree",
  "ulysses_degree",
  "ring_degree",
  "kv_gather_degree",
  "dp_size",
  "cfg_parallel_degree",
  "world_size",
] as const;
export type LaunchFactName = (typeof launchFacts)[number];

const degree = z.int().check(z.gte(1), z.lte(1_000_000));
const ruleList = z.array(z.enum(ruleIds));

function eachOf<Name extends string, Schema extends z.ZodMiniType>(
  names: readonly Name[],
  schema: (name: Name) => Schema,
): Record<Name, z.ZodMiniOptional<Schema>> {
  const entries = names.map((name) => [name, z.optional(schema(name))] as const);
  return Object.fromEntries(entries) as Record<Name, z.ZodMiniOptional<Schema>>;
}

/** With what the editor says of it. */
function described<Schema extends z.ZodMiniType>(schema: Schema, words: z.core.GlobalMeta): Schema {
  z.globalRegistry.add(schema, words);
  return schema;
}

function level(id: string) {
  const summary = rules.find((rule) => rule.id === id)?.summary ?? id;
  return described(z.enum(levels), { description: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.` });
}

/** `default` and `scope` are for the editor's manifest; nothing here fills in a value that was not written. */
export const settingsSchema = z.strictObject({
  run: described(z.optional(z.enum(["onType", "onSave", "off"])), {
    description: "When the editor checks a file.",
    enumDescriptions: ["While you type.", "When you open or save a file.", "Never."],
    default: "onType",
    scope: "resource",
  }),
  launch: described(z.optional(z.strictObject(eachOf(launchFacts, () => degree))), {
    description:
      "What is known of the launch, such as ulysses_degree and ring_degree. It takes the place of what is found in the workspace.",
    default: {},
    scope: "resource",
  }),
  gpuArch: described(z.optional(z.array(z.enum(gpuArchitectures))), {
    description: "The GPU architectures the code has to run on. Empty: those that implement block-sparse attention.",
    default: [],
    uniqueItems: true,
    scope: "resource",
  }),
  library: described(
    z.optional(z.record(z.string(), z.string().check(z.refine(isVersion, "a version such as 2.9 or 4.0.0b27")))),
    {
      description: "Library versions by distribution name, such as flash-attn-4: 4.0.0b27.",
      default: {},
      scope: "resource",
    },
  ),
  contracts: described(z.optional(z.array(z.string().check(z.minLength(1)))), {
    description:
      "Folders with further contracts. A relative path starts at the folder of the configuration file, or of the workspace.",
    default: [],
    scope: "resource",
  }),
  environment: described(z.optional(z.string()), {
    description:
      "A virtual environment, or a folder of installed packages, whose source is read to tell which calls are certain to raise. A relative path starts at the folder of the configuration file, or of the workspace. Empty: none.",
    default: "",
    scope: "resource",
  }),
  select: described(z.optional(ruleList), {
    description: "The rules to run. Empty: all.",
    default: [],
    uniqueItems: true,
    scope: "resource",
  }),
  ignore: described(z.optional(ruleList), {
    description: "Rules not to run.",
    default: [],
    uniqueItems: true,
    scope: "resource",
  }),
  severity: described(z.optional(z.strictObject(eachOf(ruleIds, level))), {
    description: "The severity of a rule's findings, in place of the one that says how sure and how bad they are.",
    default: {},
    scope: "resource",
  }),
  exclude: described(z.optional(z.array(z.string().check(z.minLength(1)))), {
    description: "Files and folders not to check, written like the lines of a .gitignore file.",
    default: [],
    scope: "resource",
  }),
  timeBudget: described(z.optional(z.int().check(z.gte(50), z.lte(600_000))), {
    description:
      "Milliseconds that the analysis of one file may take while it is edited, and a fifth of what it may take when it is opened. What is not reached by then is left unchecked.",
    default: 2000,
    scope: "resource",
  }),
});

/** What one place says: a configuration file, the editor's settings, or the options of a command. */
export type Settings = z.infer<typeof settingsSchema>;

export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);
