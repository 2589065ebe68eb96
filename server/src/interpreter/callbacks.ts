/** Functions that are handed over, to be called in a thread, in a process or by an executor. */
import type { CallExpression } from "../syntax/ast.ts";
import { isInside, type Site } from "../values/origin.ts";
import { integer, symbol } from "../values/symbolic.ts";
import { asInt, int, type PassedArgument, type Value } from "../values/value.ts";
import { widen } from "./branches.ts";
import { callBuiltin } from "./builtins.ts";
import { call } from "./calls.ts";
import { entriesOf, itemsOf } from "./containers.ts";
import { outsideOf, triesThatCall } from "./handlers.ts";
import type { Failure } from "./surroundings.ts";
import type { Frame, Machine } from "./machine.ts";

/**
 * Where the function runs, seen from who hands it over: `here` before the call returns; `later` beside what follows, which
 * may not see yet what it writes; `elsewhere` in another process, whose writes nobody sees.
 */
type Place = "here" | "later" | "elsewhere";

interface Handover {
  readonly place: Place;
  /** The function, and what it is called with; undefined where that is not known. */
  readonly told: (machine: Machine, args: readonly PassedArgument[], site: Site) => Told | undefined;
}

interface Told {
  readonly callee: Value;
  readonly arguments: readonly PassedArgument[];
}

/** `f(…, function, *args, **kwargs)`, with the function at a position. */
function withFunctionAt(place: Place, position: number): Handover {
  return {
    place,
    told: (_machine, args) => {
      const callee = args[position];
      if (callee === undefined || callee.name !== undefined) return undefined;
      return { callee: callee.value, arguments: args.slice(position + 1) };
    },
  };
}

/** `Thread(target=function, args=(…), kwargs={…})` */
function withTarget(place: Place): Handover {
  return {
    place,
    told: (machine, args, site) => {
      const callee = args.find(({ name }) => name === "target");
      const positional = spread(
        machine,
        args.find(({ name }) => name === "args"),
        site,
      );
      const kwargs = args.find(({ name }) => name === "kwargs")?.value;
      const named = kwargs?.kind === "object" ? entriesOf(machine, kwargs) : new Map<string, Value>();
      if (callee === undefined || positional === undefined || named === undefined) return undefined;
      const keywords = [...named].map(([name, value]): PassedArgument => ({ name, value, site: placeOf(value, site) }));
      return { callee: callee.value, arguments: [...positional, ...keywords] };
    },
  };
}

/** `spawn(function, args=(…), nprocs=n)`: each process is given its number first. */
const spawn: Handover = {
  place: "elsewhere",
  told: (machine, args, site) => {
    const find = (name: string, at: number): PassedArgument | undefined =>
      args.find((argument) => argument.name === name) ?? (args[at]?.name === undefined ? args[at] : undefined);
    const callee = find("fn", 0);
    const others = spread(machine, find("args", 1), site);
    if (callee === undefined || others === undefined) return undefined;
    const count = asInt(find("nprocs", 2)?.value ?? int(integer(1)));
    const rank = int(symbol("world.process_rank", "rank", 0, count));
    return { callee: callee.value, arguments: [{ name: undefined, value: rank, site: undefined }, ...others] };
  },
};

/** The arguments in a tuple that is passed for them. */
function spread(machine: Machine, passed: PassedArgument | undefined, site: Site): PassedArgument[] | undefined {
  if (passed === undefined) return [];
  return itemsOf(machine, passed.value)?.map((value) => ({
    name: undefined,
    value,
    site: placeOf(value, site) ?? passed.site,
  }));
}

/** Where a value is written, if that is in the call. */
function placeOf(value: Value, call: Site): Site | undefined {
  const site = value.origin?.site;
  return site !== undefined && isInside(site, call) ? site : undefined;
}

const handovers: readonly (readonly [RegExp, Handover])[] = [
  [
    /^(asyncio\.to_thread|(anyio\.to_thread|trio\.to_thread)\.run_sync|(starlette|fastapi)\.concurrency\.run_in_threadpool)$/,
    withFunctionAt("here", 0),
  ],
  [/^asyncio\.\w+\(\)\.run_in_executor$/, withFunctionAt("here", 1)],
  [/^concurrent\.futures\.(\w+\.)?ThreadPoolExecutor\(\)\.submit$/, withFunctionAt("later", 0)],
  [/^concurrent\.futures\.(\w+\.)?ProcessPoolExecutor\(\)\.submit$/, withFunctionAt("elsewhere", 0)],
  [/^threading\.Thread$/, withTarget("later")],
  [/^(torch\.)?multiprocessing(\.get_context\(\))?\.Process$/, withTarget("elsewhere")],
  [/^torch\.multiprocessing(\.spawn)?\.(spawn|start_processes)$/, spawn],
];

/** What is called for its methods: an executor, an event loop, the start method of processes. */
const hosts =
  /^(concurrent\.futures\.(\w+\.)?(Thread|Process)PoolExecutor|asyncio\.(get_running_loop|get_event_loop|new_event_loop)|(torch\.)?multiprocessing\.get_context)$/;

/** A method that event loops alone have, whoever handed the loop in. */
export function loopMethod(e: CallExpression): Value | undefined {
  const isOne = e.callee.kind === "attribute" && e.callee.attribute.id === "run_in_executor";
  return isOne ? { kind: "external", name: "asyncio.get_running_loop().run_in_executor" } : undefined;
}

const mapping = /^concurrent\.futures\.(\w+\.)?(Thread|Process)PoolExecutor\(\)\.map$/;

/** Calls what is handed over; undefined for a call that hands nothing over. */
export function callHandedOver(
  machine: Machine,
  frame: Frame,
  name: string,
  args: readonly PassedArgument[],
  site: Site,
): Value | undefined {
  if (hosts.test(name)) return { kind: "external", name: `${name}()` };
  if (mapping.test(name)) {
    const own = args.filter((argument) => argument.name === undefined);
    return callBuiltin(machine, frame, "builtins.map", own, site);
  }
  const handover = handovers.find(([names]) => names.test(name))?.[1];
  const told = handover?.told(machine, args, site);
  if (handover === undefined || told === undefined) return undefined;
  const run = (): Value => call(machine, frame, told.callee, told.arguments, site);
  if (handover.place === "here") return run();
  const { known } = machine;
  const layer = machine.store.isolate(() => {
    machine.filtered(
      () => void run(),
      (failure) => leftWhereTaken(machine, frame, failure),
    );
  });
  machine.known = known;
  if (handover.place === "later") widen(machine, layer, "a function that runs beside this one");
  return machine.result(
    frame,
    site,
    args.map(({ value }) => value.origin),
    `call of ${name}`,
  );
}

/** What is left of a failure whose exception is kept until somebody asks for the result, who may be ready for it. */
function leftWhereTaken(machine: Machine, frame: Frame, failure: Failure): Failure | undefined {
  let left: Failure | undefined = failure;
  for (const s of triesThatCall(frame, ["result", "exception", "join", "get"]))
    left = left === undefined ? undefined : outsideOf(machine, frame, s, left);
  return left;
}
