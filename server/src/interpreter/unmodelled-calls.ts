/** Calls of code that is not entered: what they give, and what they may change. */
import { forgetCalled } from "./captured.ts";
import type { Site } from "../values/origin.ts";
import { kindOf, type PassedArgument, type Value, withOrigin } from "../values/value.ts";
import { callBuiltin } from "./builtins.ts";
import { callHandedOver } from "./callbacks.ts";
import { distribute } from "./choices.ts";
import { forget } from "./containers.ts";
import { isExpectation } from "./handlers.ts";
import type { Frame, Machine } from "./machine.ts";
import { makesMark, mayPickVersion } from "./skips.ts";
import { identified, tensorCall } from "./tensor-calls.ts";
import { tensorFunctions } from "./tensors/index.ts";

/** Calls a function of a library that has no source here: a builtin, one of torch, or one of which nothing is known. */
export function callExternal(
  machine: Machine,
  frame: Frame,
  name: string,
  args: readonly PassedArgument[],
  site: Site,
): Value {
  if (makesMark(name)) return { kind: "partial", function: { kind: "external", name }, arguments: args, role: "mark" };
  if (mayPickVersion(name, args)) machine.selective = true;
  // A mock takes any call; nobody's requirements are checked by it.
  // So does a logger, and changes nothing.
  if (name.startsWith("unittest.mock.") || name.startsWith("logging.")) return { kind: "external", name: `${name}()` };
  if (isExpectation(name)) {
    havoc(machine, frame, { kind: "external", name }, args, site);
    return { kind: "external", name: `${name}()` };
  }
  const handedOver = callHandedOver(machine, frame, name, args, site);
  if (handedOver !== undefined) return handedOver;
  const ofArrays = name.startsWith("numpy.") && args.some(({ value }) => value.kind === "tensor");
  const result = ofArrays ? undefined : callBuiltin(machine, frame, name, args, site);
  if (result !== undefined) return result;
  const model = tensorFunctions.get(name);
  if (model !== undefined) {
    const values = args.map((argument) => argument.value);
    return distribute(machine, values, (settled) => {
      const chosen = args.map((argument, i) => ({ ...argument, value: settled[i] ?? argument.value }));
      const made = identified(machine, frame, model(tensorCall(machine, frame, chosen, site)), site);
      const origin = machine.origin(
        "computed",
        frame,
        site,
        settled.map((value) => value.origin),
      );
      return made === undefined
        ? machine.result(
            frame,
            site,
            settled.map((value) => value.origin),
            `call of ${name} with such arguments`,
          )
        : withOrigin(made, origin);
    });
  }
  return isHarmless(name)
    ? machine.result(
        frame,
        site,
        args.map((argument) => argument.value.origin),
        `call of ${name}`,
      )
    : havoc(machine, frame, { kind: "external", name }, args, site);
}

/** Libraries whose functions do not change the containers they are given. */
function isHarmless(name: string): boolean {
  return /^(builtins|torch|numpy|math|einops|logging|warnings|time|json|os|sys|re|typing|dataclasses|transformers|diffusers)\./.test(
    name,
  );
}

/** A call of code that is not modelled: what it was given may have changed. */
export function havoc(
  machine: Machine,
  frame: Frame,
  callee: Value,
  args: readonly PassedArgument[],
  site: Site,
): Value {
  machine.giveUp("a call that is not modelled");
  for (const argument of args) forget(machine, argument.value);
  if (callee.kind === "bound") forget(machine, callee.receiver);
  if (callee.kind === "unknown") forgetCalled(machine, callee);
  const origins = [callee.origin, ...args.map((argument) => argument.value.origin)];
  return machine.result(frame, site, origins, `call of ${calledName(callee)}`);
}

/** What is called, for statistics: the receivers of a method are as many as there are programs. */
function calledName(callee: Value): string {
  switch (callee.kind) {
    case "external":
      return callee.name;
    case "unknown":
      return "an unknown object";
    case "opaque":
      return /\.\w+$/.exec(callee.name)?.[0] ?? "an unknown object";
    case "function":
    case "bound":
      return "a function that is not entered";
    default:
      return kindOf(callee);
  }
}
