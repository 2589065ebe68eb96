/** What a decorator makes of a function or class. */
import type { Expression } from "../syntax/ast.ts";
import { type FunctionForm, type FunctionValue, unknown, type Value } from "../values/value.ts";
import { call } from "./calls.ts";
import { evaluate, evaluateUnused } from "./expressions.ts";
import { isToldOfException, noteDecorated } from "./handlers.ts";
import { isLost, lost } from "./lost.ts";
import type { Frame, Machine } from "./machine.ts";

/** The values of decorators. What one of them patches, it patches while the function runs. */
export function evaluateDecorators(machine: Machine, frame: Frame, nodes: readonly Expression[]): readonly Value[] {
  let values: readonly Value[] = [];
  machine.mocking(() => {
    values = nodes.map((node) => evaluateUnused(machine, frame, node));
  });
  return values;
}

/** Applies decorators from the innermost out. */
export function decorate(
  machine: Machine,
  frame: Frame,
  target: Value,
  nodes: readonly Expression[],
  decorators: readonly Value[],
): Value {
  let value = target;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const [node, decorator] = [nodes[i], decorators[i]];
    if (node === undefined || decorator === undefined) continue;
    const made = applyDecorator(machine, frame, value, node, decorator);
    noteDecorated(machine, value, mayExpect(machine, frame, node, decorator) ? unknown("a decorator") : made);
    value = made;
  }
  return value;
}

/** True for `@expects(ValueError)` of a library. */
function mayExpect(machine: Machine, frame: Frame, node: Expression, decorator: Value): boolean {
  if (node.kind !== "call" || decorator.kind === "function" || decorator.kind === "object") return false;
  return isToldOfException(machine, frame, node.arguments);
}

function applyDecorator(machine: Machine, frame: Frame, target: Value, node: Expression, decorator: Value): Value {
  if (isLost(decorator)) return lost;
  const name = decoratorName(node, decorator);
  if (target.kind === "function") {
    const form = forms.get(name);
    if (form !== undefined) return { ...target, form };
    const property = propertyChanged(machine, frame, node);
    if (property !== undefined)
      return node.kind === "attribute" && node.attribute.id === "setter" ? { ...property, setter: target } : property;
  }
  const isObject = decorator.kind === "class" || decorator.kind === "object";
  if (decorator.kind === "function" || decorator.kind === "bound" || (isObject && target.kind === "function")) {
    const site = machine.site(frame, node);
    return call(machine, frame, decorator, [{ name: undefined, value: target, site: undefined }], site);
  }
  // An intrinsic is a mark for contracts; a library's decorator is taken to keep what it decorates, as nearly all do.
  if (target.kind === "class" || keepsSignature(name)) return target;
  return machine.result(frame, node, [decorator.origin], "what a decorator made");
}

/** The property that `@name.setter` and the like add to. */
function propertyChanged(machine: Machine, frame: Frame, node: Expression): FunctionValue | undefined {
  if (node.kind !== "attribute" || !/^(setter|deleter|getter)$/.test(node.attribute.id)) return undefined;
  const property = evaluate(machine, frame, node.object);
  return property.kind === "function" ? property : undefined;
}

/** How a function is reached that decorators stand before. */
export function formOf(decorators: readonly Value[]): FunctionForm {
  for (const decorator of decorators) {
    const form = decorator.kind === "external" ? forms.get(decorator.name) : undefined;
    if (form !== undefined && form !== "context") return form;
  }
  return "function";
}

const forms: ReadonlyMap<string, FunctionForm> = new Map([
  ["builtins.staticmethod", "staticmethod"],
  ["builtins.classmethod", "classmethod"],
  ["builtins.property", "property"],
  ["functools.cached_property", "cached"],
  ["contextlib.contextmanager", "context"],
]);

/** The dotted name of the decorator, that of the callee for `@decorator(…)`. */
function decoratorName(node: Expression, decorator: Value): string {
  if (decorator.kind === "external" || decorator.kind === "intrinsic") return decorator.name;
  const callee = node.kind === "call" ? node.callee : node;
  const parts: string[] = [];
  let part = callee;
  while (part.kind === "attribute") {
    parts.unshift(part.attribute.id);
    part = part.object;
  }
  if (part.kind === "name") parts.unshift(part.id);
  return parts.join(".");
}

function keepsSignature(name: string): boolean {
  return (
    name === "builtins.keeping()" ||
    /^(functools|torch|typing|typing_extensions|abc|shardlint|numba|triton)\./.test(name) ||
    /(^|\.)(no_grad|inference_mode|compile|override|abstractmethod|overload|lru_cache|cache|wraps|fixture|distinctive|checked_with|record|((model|field|root)_)?validator|computed_field|nvtx_range|replace_example_docstring)$/.test(
      name,
    )
  );
}
