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
import { flagsOf, type GivenFlag, type Launch } from "../launch/index.ts";
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
    const flags = flagsOf(launch.command);
    const site = launches.site(path, launch.command);
    return flags === undefined || site === undefined ? [] : failuresOf(project, launches, launch, flags, site);
  });
}

function failuresOf(
  project: Project,
  launches: Launches,
  { file }: Launch,
  flags: ReadonlyMap<string, GivenFlag>,
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
  const passed = [...flags].map(([name, flag]) => passedFlag(name, flag, launches.wordOf(file, flag.word)));
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
    escapes: 0,
  };
}

function passedFlag(name: string, { field, value, flag }: GivenFlag, word: CommandWord): PassedArgument {
  const read = valueOf(field.type, value);
  const said = `${flag.text?.split("=")[0] ?? name}=${value ?? "true"}`;
  const origin = { kind: "world", site: word.site, name: said, inputs: [] } as const;
  const fixed = withOrigin(read, origin);
  if (!word.overridable || read.kind === "unknown") return { name, value: fixed, site: word.site };
  const key = `flag.${name}`;
  const usual = { key, value: fixed, words: `${name} is ${describe(read)}, its default here` };
  return { name, value: { ...opaque(key, name, origin), usual }, site: word.site };
}

function valueOf(type: GivenFlag["field"]["type"], value: string | undefined): Value {
  if (type === "switch") return bool(value === undefined || !/^(false|0|no|n|f)$/i.test(value));
  if (value === undefined) return unknown("a flag without its value");
  if (type === "text") return text(value);
  return /^[-+]?\d+$/.test(value) ? number(Number(value)) : unknown("a flag that is no number");
}
