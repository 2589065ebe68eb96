/**
 * Mistakes in launches themselves: `sglang generate` and `sglang serve` make a `ServerArgs` of their flags, so they are
 * judged as the call in Python that says the same.
 */
import { ContractModels } from "../contracts/models.ts";
import type { CommandWord } from "../contracts/commands.ts";
import { call } from "../interpreter/calls.ts";
import { BudgetExceeded, Machine } from "../interpreter/machine.ts";
import type { Failure } from "../interpreter/surroundings.ts";
import { moduleFrame, runModule } from "../interpreter/modules.ts";
import { LexicalScope } from "../interpreter/scope.ts";
import {
  type Launch,
  type LaunchCommand,
  mayChange,
  readConfigFile,
  sglangFieldNames,
  sglangFields,
  type SglangField,
} from "../launch/index.ts";
import { findRule } from "../rules/registry.ts";
import type { Site } from "../values/origin.ts";
import { symbol } from "../values/symbolic.ts";
import {
  bool,
  describe,
  int,
  none,
  number,
  opaque,
  type PassedArgument,
  text,
  unknown,
  usualNumber,
  type Value,
  withOrigin,
} from "../values/value.ts";
import type { Launches } from "./launches.ts";
import type { FileProblem, Project } from "./project.ts";

const settingsModule = "sglang.multimodal_gen.runtime.server_args.server_args";

/** What was read for the commands in a file. */
interface Reading {
  readonly files: Set<string>;
  readonly problems: FileProblem[];
}

/** What the commands in a launch file would fail on, the files that say so, and what of these cannot be read. */
export function launchFailures(
  project: Project,
  launches: Launches,
  path: string,
): { readonly failures: readonly Failure[] } & Readonly<Reading> {
  const written = launches.in(path);
  const reading: Reading = { files: new Set([path, ...launches.scriptsOf(path)]), problems: [] };
  // What a script does whoever runs it is told there.
  const own = written.filter(
    ({ command }) =>
      command.writtenIn === undefined ||
      !launches.in(command.writtenIn).some((other) => isSame(other.command, command)),
  );
  const failures = own.flatMap((launch) => {
    const passed = passedFields(project, launches, launch, reading);
    const site = launches.site(path, launch.command);
    return passed === undefined || site === undefined ? [] : failuresOf(project, passed, site);
  });
  for (const { start, end, message } of launches.problemsIn(path))
    reading.problems.push({ location: { path, start, end }, message });
  return { failures, ...reading };
}

/** True for commands that start the same with the same words, whatever anybody gives. */
function isSame(one: LaunchCommand, other: LaunchCommand): boolean {
  const words = (command: LaunchCommand): string =>
    JSON.stringify([
      command.tentative,
      ...command.arguments.map(({ text, overridable }) => [text ?? null, overridable]),
    ]);
  return one.target.kind === other.target.kind && words(one) === words(other);
}

/** What cannot be read of the configurations that commands name, in files that are not open: `file:line: what is wrong`. */
export function unseenConfigurations(project: Project, launches: Launches): readonly string[] {
  const reading: Reading = { files: new Set(), problems: [] };
  for (const launch of launches.unseenFiles().flatMap((path) => launches.in(path)))
    passedFields(project, launches, launch, reading);
  const told = reading.problems.map(
    ({ location: { path, start }, message }) => `${launches.nameOf(path, start)}: ${message}`,
  );
  return [...new Set(told)];
}

/** The settings that a command makes; undefined if they are not all known, or the command makes none. */
function passedFields(
  project: Project,
  launches: Launches,
  launch: Launch,
  reading: Reading,
): readonly PassedArgument[] | undefined {
  const { file, command } = launch;
  if (command.tentative) return undefined;
  if (command.target.kind !== "tool" || command.openness !== "closed") return undefined;
  const fields = sglangFields(command);
  if (fields === undefined) return undefined;
  const config = fields.get("config");
  const configured = config === undefined ? [] : configuredFields(project, launches, launch, config, reading);
  const given = [...fields.values()].filter(({ name }) => name !== "config");
  // What the command says goes before what its configuration file says.
  const rest = configured?.filter(({ name }) => name !== undefined && !fields.has(name));
  const passed = rest && [...given.map((field) => passedField(field, launches.wordOf(file, field.word))), ...rest];
  return command.target.subcommand === "generate" || passed?.some(isOfDiffusion) === true ? passed : undefined;
}

const diffusionFields = ["num_gpus", "sp_degree", "ulysses_degree", "ring_degree", "kv_gather_degree"];

/**
 * True for a field that only the diffusion runtime has: `sglang serve` also serves language models, whose options of other
 * names that both have mean something else.
 */
function isOfDiffusion({ name }: PassedArgument): boolean {
  return name !== undefined && diffusionFields.includes(name);
}

/** What the file of `--config` sets; undefined if it cannot be read, or may be another one by the time of the launch. */
function configuredFields(
  project: Project,
  launches: Launches,
  launch: Launch,
  config: SglangField,
  { files, problems }: Reading,
): readonly PassedArgument[] | undefined {
  if (typeof config.value !== "string" || mayChange(launch.written, config.value)) return undefined;
  const path = launches.fileNamed(config.value, launch);
  const written = path === undefined ? undefined : project.sources.rawText(path);
  if (path === undefined || written === undefined) return undefined;
  files.add(path);
  const read = readConfigFile(path, written);
  const named = { path: launch.file, start: config.word.start, end: config.word.end };
  for (const { start, end, message } of read?.problems ?? [])
    problems.push({ location: { path, start, end }, named, message });
  if (read === undefined || read.problems.length > 0) return undefined;
  return [...read.entries].flatMap(([name, entry]): PassedArgument[] => {
    if (!sglangFieldNames.has(name)) return [];
    const site = launches.site(path, entry);
    const said = entry.kind === "scalar" ? entry.value : undefined;
    const value = said === null ? none : valueOf(said);
    const origin = { kind: "world", site, name: `${name}=${String(said)}`, inputs: [] } as const;
    return [{ name, value: withOrigin(value, origin), site }];
  });
}

function failuresOf(project: Project, passed: readonly PassedArgument[], site: Site): readonly Failure[] {
  const { sources, memories, budget, options } = project;
  const { library, world, clock } = options;
  const module = library.find(settingsModule);
  if (module === undefined) return [];
  const deadline = clock() + budget.milliseconds;
  const models = new ContractModels(library, world, (rule) => findRule(rule) !== undefined);
  const memory = memories.of(world, sources);
  const machine = new Machine(memory, sources, models, budget.steps, () => clock() > deadline);
  const { failures } = machine.collect(() => {
    machine.store.isolate(() => {
      try {
        const scope = runModule(machine, module);
        const settings = scope === undefined ? undefined : machine.store.get(scope, "ServerArgs");
        // The command stands where a call would.
        const frame = moduleFrame(new LexicalScope(site.path, "module"), site.chunk);
        if (settings !== undefined) call(machine, frame, settings, passed, site);
      } catch (error) {
        if (!(error instanceof BudgetExceeded)) throw error;
      }
    });
  });
  return failures;
}

function passedField({ name, value, option }: SglangField, word: CommandWord): PassedArgument {
  const read = valueOf(value);
  const flag = (option.text ?? option.prefix).split("=", 1)[0] ?? name;
  const origin = { kind: "world", site: word.site, name: `${flag}=${String(value)}`, inputs: [] } as const;
  const fixed = withOrigin(read, origin);
  if (!word.overridable || read.kind === "unknown") return { name, value: fixed, site: word.site };
  const usual = { key: `flag.${name}`, value: fixed, words: `${name} is ${describe(read)}, its default here` };
  // Whatever number is given is one.
  const number = usualNumber(usual);
  const other =
    number === undefined
      ? { ...opaque(usual.key, name, origin), usual }
      : int(symbol(usual.key, name, -Infinity, undefined, number), origin);
  return { name, value: other, site: word.site };
}

function valueOf(value: SglangField["value"]): Value {
  if (typeof value === "boolean") return bool(value);
  if (typeof value === "string") return text(value);
  return value === undefined ? unknown("an option that is not known") : number(value);
}
