/** What a decorator makes of a function or class. */
import type { Expression } from "../syntax/ast.ts";
import type { FunctionValue, Value } from "../values/value.ts";
import { call } from "./calls.ts";
import type { Frame, Machine } from "./machine.ts";

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
    if (node !== undefined && decorator !== undefined) value = applyDecorator(machine, frame, value, node, decorator);
  }
  return value;
}

function applyDecorator(machine: Machine, frame: Frame, target: Value, node: Expression, decorator: Value): Value {
  const name = decoratorName(node, decorator);
  if (target.kind === "function") {
    const form = forms.get(name);
    if (form !== undefined) return { ...target, form };
    if (/\.(setter|deleter)$/.test(name)) return target;
  }
  if (decorator.kind === "function" || decorator.kind === "bound") {
    const site = machine.site(frame, node);
    return call(machine, frame, decorator, [{ name: undefined, value: target, site: undefined }], site);
  }
  // An intrinsic is a mark for contracts; a library's decorator is taken to keep what it decorates, as nearly all do.
  if (target.kind === "class" || keepsSignature(name)) return target;
  return machine.result(frame, node, [], "what a decorator made");
}

const forms: ReadonlyMap<string, FunctionValue["form"]> = new Map([
  ["builtins.staticmethod", "staticmethod"],
  ["builtins.classmethod", "classmethod"],
  ["builtins.property", "property"],
  ["functools.cached_property", "property"],
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
    /^(functools|torch|typing|typing_extensions|abc|shardlint|numba|triton)\./.test(name) ||
    /(^|\.)(no_grad|inference_mode|compile|override|abstractmethod|overload|lru_cache|cache|wraps|distinctive|record|nvtx_range|replace_example_docstring)$/.test(
      name,
    )
  );
}
