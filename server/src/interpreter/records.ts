/** Classes whose fields become parameters of the constructor: dataclasses, named tuples and pydantic models. */
import type { ClassStatement, Expression } from "../syntax/ast.ts";
import type { Site } from "../values/origin.ts";
import {
  type ClassValue,
  type Field,
  type ObjectValue,
  type PassedArgument,
  type RecordKind,
  unknown,
  type Value,
} from "../values/value.ts";
import { typeName, typesIn } from "./annotations.ts";
import { call } from "./calls.ts";
import { furtherIn, isFurther, keywordsFrom, namedArguments } from "./passing.ts";
import { ancestors, findMember } from "./classes.ts";
import { absent, anything, isOpen, itemsOf, knownEntries, newDict, setItems, withoutGaps } from "./containers.ts";
import { copyOf } from "./copies.ts";
import type { Frame, Machine } from "./machine.ts";
import { isInstanceOf } from "./truth.ts";
import { afterModel, beforeModel, type Making, positional, validatedField, validatorsOf } from "./validators.ts";

const tupleBases = new Set(["typing.NamedTuple", "typing_extensions.NamedTuple"]);
const modelBases = new Set(["pydantic.BaseModel", "pydantic.main.BaseModel", "pydantic_settings.BaseSettings"]);
const dataclassDecorators = /^(dataclasses|pydantic\.dataclasses|attrs?)\.(dataclass|define|frozen|mutable|s|attrs)$/;

/** Which kind of record the statement makes; a model also if a base is one. */
export function recordKind(bases: readonly Value[], decorators: readonly Value[]): RecordKind | undefined {
  for (const base of bases) {
    const name = base.kind === "external" ? base.name : "";
    if (tupleBases.has(name)) return "tuple";
    if (modelBases.has(name) || (base.kind === "class" && base.record === "model")) return "model";
  }
  return decorators.some((decorator) => dataclassDecorators.test(calledName(decorator))) ? "dataclass" : undefined;
}

function calledName(decorator: Value): string {
  if (decorator.kind === "external") return decorator.name;
  if (decorator.kind === "partial" && decorator.function.kind === "external") return decorator.function.name;
  return "";
}

/** `name: type = default` lines of a class body. */
export function annotatedFields(
  node: ClassStatement,
  members: ReadonlyMap<string, Value>,
  decorators: readonly Value[],
): Field[] {
  let keywordOnly = decorators.some((decorator) => isTrue(keywordOf(decorator, "kw_only")));
  return node.body.flatMap((statement) => {
    if (statement.kind !== "annotated" || statement.target.kind !== "name") return [];
    const { annotation, target } = statement;
    if (typeName(annotation) === "ClassVar" || target.id === "model_config") return [];
    if (typeName(annotation) === "KW_ONLY") {
      keywordOnly = true;
      return [];
    }
    return [fieldOf(target.id, annotation, members.get(target.id), keywordOnly)];
  });
}

/** `field(default=…)`, `Field(…)` and plain defaults. */
function fieldOf(name: string, annotation: Expression, value: Value | undefined, keywordOnly: boolean): Field {
  const description = value?.kind === "partial" && value.role === "factory" ? value : undefined;
  const plain = {
    name,
    default: value,
    factory: undefined,
    keywordOnly,
    initialised: true,
    kept: typeName(annotation) !== "InitVar",
    annotation,
  };
  if (description === undefined) return plain;
  const isModel = description.function.kind === "external" && description.function.name.startsWith("pydantic.");
  const first = isModel ? description.arguments.find((argument) => argument.name === undefined)?.value : undefined;
  const own = keywordOf(description, "default") ?? (first?.kind === "ellipsis" ? undefined : first);
  return {
    ...plain,
    default: own,
    factory: keywordOf(description, "default_factory") ?? keywordOf(description, "factory"),
    keywordOnly: keywordOnly || isTrue(keywordOf(description, "kw_only")),
    initialised: keywordOf(description, "init") === undefined || isTrue(keywordOf(description, "init")),
  };
}

function keywordOf(value: Value, name: string): Value | undefined {
  if (value.kind !== "partial") return undefined;
  return value.arguments.find((argument) => argument.name === name)?.value;
}

/** True for a `True` that is written or decided. */
export function isTrue(value: Value | undefined): boolean {
  return value?.kind === "bool" && value.formula.kind === "constant" && value.formula.value;
}

/** The fields of a record, those of its bases first; undefined if it is none. */
export function fieldsOf(owner: ClassValue): readonly Field[] | undefined {
  const lines = ancestors(owner).classes.toReversed();
  const all = lines.flatMap((line) => line.fields ?? []);
  if (!lines.some((line) => line.fields !== undefined)) return undefined;
  const merged = new Map<string, Field>();
  for (const field of all) merged.set(field.name, field);
  const fields = [...merged.values()];
  return [...fields.filter((field) => !field.keywordOnly), ...fields.filter((field) => field.keywordOnly)];
}

/** What kind of record instances of a class are. */
function kindOf(owner: ClassValue): RecordKind | undefined {
  return ancestors(owner).classes.find((line) => line.record !== undefined)?.record;
}

/** `Record(…)`: sets the fields of a new instance. */
export function fillFields(
  machine: Machine,
  frame: Frame,
  instance: ObjectValue,
  fields: readonly Field[],
  args: readonly PassedArgument[],
  site: Site,
): void {
  const { class: owner } = instance.identity;
  if (owner === undefined) return;
  const isModel = kindOf(owner) === "model";
  const validators = isModel ? validatorsOf(machine, owner) : [];
  const making: Making = { machine, frame, site, instance, owner, validators: validators ?? [] };
  const passed = isModel ? beforeModel(making, args) : args;
  const others = passed === undefined ? anything : furtherIn(passed);
  const positional = passed?.filter((argument) => argument.name === undefined) ?? [];
  const named = namedArguments(passed ?? []);
  const extra: PassedArgument[] = [];
  const values: Value[] = [];
  let next = 0;
  for (const field of fields) {
    const byPosition = !field.initialised || field.keywordOnly ? undefined : positional[next++];
    const argument = byPosition ?? named.get(field.name);
    const given = argument === undefined ? absent : passedTo(field, argument);
    const made = isModel
      ? validatedField(making, field.name, given, (value) => validated(making, field, value))
      : given;
    const standard = defaultOf(machine, frame, field, site);
    const missing = field.initialised ? withoutGaps(others, standard) : standard;
    const value = withoutGaps(made, missing);
    if (!field.kept) extra.push({ name: undefined, value, site: undefined });
    else if (field.initialised || field.default !== undefined || field.factory !== undefined)
      machine.store.set(instance.identity, field.name, value);
    values.push(value);
  }
  if (kindOf(owner) === "tuple") setItems(machine, instance, values);
  if (validators === undefined)
    for (const { name } of fields) machine.store.set(instance.identity, name, unknown("a validated field"));
  if (isModel) afterModel(making);
  for (const name of ["__post_init__", "__attrs_post_init__"]) {
    const after = findMember(machine, owner, name).value;
    if (after?.kind === "function")
      call(machine, frame, { kind: "bound", function: after, receiver: instance }, extra, site);
  }
}

function passedTo(field: Field, { site, value }: PassedArgument): Value {
  if (site === undefined) return value;
  const inputs = value.origin === undefined ? [] : [value.origin];
  return { ...value, origin: { kind: "argument", site, name: field.name, inputs } };
}

function defaultOf(machine: Machine, frame: Frame, field: Field, site: Site): Value {
  if (field.factory !== undefined) return call(machine, frame, field.factory, [], site);
  return field.default ?? unknown("a missing field");
}

/** What pydantic makes of a value: itself, where its type is one that was asked for. A text becomes the number that it is. */
function validated({ machine, frame, site }: Making, field: Field, value: Value): Value {
  const types = typesIn(machine, frame, field.annotation) ?? [];
  const names = types.map((type) => (type.kind === "external" ? type.name : ""));
  if (value.kind === "none") return value;
  if (names.length === 0 || !names.every((name) => simpleTypes.has(name))) {
    // Containers are copied, and what is in them may be converted.
    return value.kind === "object" && value.identity.type !== "instance"
      ? (copyOf(machine, value, true) ?? value)
      : value;
  }
  const isText = value.kind === "string" || (value.kind === "opaque" && value.usual?.value.kind === "string");
  if (isText && names.join() === "builtins.int")
    return call(machine, frame, types[0] ?? value, [positional(value)], site);
  const fits = types.map((type) => isInstanceOf(value, type));
  return fits.every((one) => one === false) || (isText && !names.includes("builtins.str"))
    ? unknown("a converted field")
    : value;
}

const simpleTypes = new Set(["int", "float", "str", "bool"].map((name) => `builtins.${name}`));

// ------------------------------------------------------------------------------------------------------ methods

/** `replace(instance, field=…)`; undefined if it is no record that is known. */
export function replaced(
  machine: Machine,
  frame: Frame,
  instance: ObjectValue,
  changes: readonly PassedArgument[],
  site: Site,
): Value | undefined {
  const { class: owner } = instance.identity;
  const fields = owner === undefined ? undefined : fieldsOf(owner);
  if (owner === undefined || fields === undefined || instance.identity.symbolic) return undefined;
  const args = fields.flatMap((field): PassedArgument[] => {
    const change = changes.find((candidate) => candidate.name === field.name);
    if (change !== undefined) return [change];
    const held = machine.store.get(instance.identity, field.name);
    if (!field.initialised || held === undefined) return [];
    return [{ name: field.name, value: held, site: undefined }];
  });
  if (changes.some(isFurther)) return undefined;
  return call(machine, frame, owner, args, site);
}

/** `asdict(instance)`, `model.model_dump()` and `tuple._asdict()`: records inside are dicts too where `deep` is true. */
export function asDict(machine: Machine, value: Value, deep: boolean): Value | undefined {
  const fields =
    value.kind === "object" && value.identity.class !== undefined ? fieldsOf(value.identity.class) : undefined;
  if (value.kind !== "object" || fields === undefined || value.identity.symbolic) return undefined;
  const entries = new Map<string, Value>();
  for (const field of fields.filter((candidate) => candidate.kept)) {
    const held = machine.store.get(value.identity, field.name);
    if (held === undefined) return undefined;
    entries.set(field.name, deep ? converted(machine, held) : held);
  }
  return newDict(machine, entries, absent, value.origin);
}

function converted(machine: Machine, value: Value): Value {
  const whole = asDict(machine, value, true);
  if (whole !== undefined) return whole;
  return value.kind === "object" ? (copyOf(machine, value, true) ?? unknown("a copied field")) : value;
}

/** The values of the fields in their order. */
export function fieldValues(machine: Machine, value: Value): readonly Value[] | undefined {
  const entries = asDict(machine, value, true);
  if (entries?.kind !== "object") return undefined;
  return [...knownEntries(machine, entries).values()];
}

/** The names that `namedtuple("Name", names)` means. */
export function namesIn(machine: Machine, value: Value): readonly string[] | undefined {
  if (value.kind === "string")
    return value.exact ? value.value.split(/[\s,]+/).filter((name) => name !== "") : undefined;
  const names = itemsOf(machine, value)?.map((name) => (name.kind === "string" && name.exact ? name.value : undefined));
  return names?.every((name) => name !== undefined) === true ? names : undefined;
}

/** Methods that every record of a kind has. */
export const recordMethods: Readonly<
  Record<
    string,
    (c: {
      machine: Machine;
      frame: Frame;
      self: ObjectValue;
      args: readonly PassedArgument[];
      site: Site;
    }) => Value | undefined
  >
> = {
  _replace: (c) => replaced(c.machine, c.frame, c.self, c.args, c.site),
  _asdict: (c) => asDict(c.machine, c.self, false),
  model_dump: (c) => (c.args.length === 0 ? asDict(c.machine, c.self, true) : undefined),
  dict: (c) => (c.args.length === 0 ? asDict(c.machine, c.self, true) : undefined),
  model_copy: (c) => {
    const update = c.args.find((argument) => argument.name === "update")?.value;
    const copy = copyOf(
      c.machine,
      c.self,
      c.args.some((argument) => argument.name === "deep"),
    );
    if (copy?.kind !== "object" || update === undefined) return copy;
    if (update.kind !== "object" || update.identity.type !== "dict" || isOpen(c.machine, update)) return undefined;
    // An update is not validated.
    for (const [name, value] of knownEntries(c.machine, update)) c.machine.store.set(copy.identity, name, value);
    return copy;
  },
};

export function isRecordMethod(owner: ClassValue, name: string): boolean {
  if (!Object.hasOwn(recordMethods, name)) return false;
  const kind = kindOf(owner);
  return kind === "tuple" ? name.startsWith("_") : kind === "model" ? !name.startsWith("_") : false;
}

/** `Model.model_validate({…})`: the entries are the arguments. */
export function validatedFrom(
  machine: Machine,
  frame: Frame,
  owner: ClassValue,
  value: Value,
  site: Site,
): Value | undefined {
  if (kindOf(owner) !== "model" || value.kind !== "object" || value.identity.type !== "dict") return undefined;
  return call(machine, frame, owner, keywordsFrom(machine, value), site);
}
