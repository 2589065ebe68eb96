/**
 * Mistakes in launches themselves: `sglang generate` and `sglang serve` make a `ServerArgs` of their flags, so they are
 * judged as the call in Python that says the same.
 */
import { ContractModels } from "../contracts/models.ts";
import type { CommandWord } from "../contracts/commands.ts";
import { call } from "../interpreter/calls.ts";
import { BudgetExceeded, type Failure, type Frame, Machine } from "../interpreter/machine.ts";
import { runModule } from "../interpreter/modules.ts";
import { LexicalScope } from "../interpreter/scope.ts";
import { type Launch, sglangFields, type SglangField } from "../launch/index.ts";
import { findRule } from "../rules/registry.ts";
import type { Site } from "../values/origin.ts";
import {
  bool,
  describe,
  number,
  opaque,
  type PassedArgument,
  text,
  unknown,
  type Value,
  withOrigin,
} from "../values/value.ts";
import type { Launches } from "./launches.ts";
import type { Project } from "./project.ts";

const settingsModule = "sglang.multimodal_gen.runtime.server_args.server_args";

/** What the commands in a launch file would fail on. */
export function launchFailures(project: Project, launches: Launches, path: string): Failure[] {
  return launches.in(path).flatMap((launch) => {
    if (launch.command.target.kind !== "tool") return [];
    const fields = launch.command.openness === "closed" ? sglangFields(launch.command) : undefined;
    const site = launches.site(path, launch.command);
    // What a configuration file says is not looked at.
    if (fields === undefined || fields.has("config") || site === undefined) return [];
    return failuresOf(project, launches, launch, fields, site);
  });
}

function failuresOf(
  project: Project,
  launches: Launches,
  { file }: Launch,
  fields: ReadonlyMap<string, SglangField>,
  site: Site,
): Failure[] {
  const { sources, memories, budget, options } = project;
  const { library, world, clock } = options;
  const module = library.find(settingsModule);
  if (module === undefined) return [];
  const deadline = clock() + budget.milliseconds;
  const models = new ContractModels(library, world, (rule) => findRule(rule) !== undefined);
  const memory = memories.of(world, sources);
  const machine = new Machine(memory, sources, models, budget.steps, () => clock() > deadline);
  const passed = [...fields.values()].map((field) => passedField(field, launches.wordOf(file, field.word)));
  const { failures } = machine.collect(() => {
    machine.store.isolate(() => {
      try {
        const scope = runModule(machine, module);
        const settings = scope === undefined ? undefined : machine.store.get(scope, "ServerArgs");
        if (settings !== undefined) call(machine, frameAt(site), settings, passed, site);
      } catch (error) {
        if (!(error instanceof BudgetExceeded)) throw error;
      }
    });
  });
  return failures;
}

/** The command stands where a call would. */
function frameAt(site: Site): Frame {
  const { path, chunk } = site;
  return {
    scope: new LexicalScope(path, "module"),
    chunk,
    function: undefined,
    receiver: undefined,
    caller: undefined,
    callSite: undefined,
    returns: [],
    earlyWrites: [],
    escapes: [],
  };
}

function passedField({ name, value, option }: SglangField, word: CommandWord): PassedArgument {
  const read = valueOf(value);
  const flag = (option.text ?? option.prefix).split("=", 1)[0] ?? name;
  const origin = { kind: "world", site: word.site, name: `${flag}=${String(value)}`, inputs: [] } as const;
  const fixed = withOrigin(read, origin);
  if (!word.overridable || read.kind === "unknown") return { name, value: fixed, site: word.site };
  const usual = { key: `flag.${name}`, value: fixed, words: `${name} is ${describe(read)}, its default here` };
  return { name, value: { ...opaque(`flag.${name}`, name, origin), usual }, site: word.site };
}

function valueOf(value: SglangField["value"]): Value {
  if (typeof value === "boolean") return bool(value);
  if (typeof value === "string") return text(value);
  return value === undefined ? unknown("an option that is not known") : number(value);
}
