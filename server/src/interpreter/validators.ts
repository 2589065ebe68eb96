/** What pydantic runs when a model is made: the validators of its fields and of the whole, as far as they are functions of the model. */
import type { Expression, FunctionStatement, Statement } from "../syntax/ast.ts";
import { nodesIn } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import {
  type ClassValue,
  type FunctionValue,
  type ObjectValue,
  type PassedArgument,
  unknown,
  type Value,
} from "../values/value.ts";
import { typeName } from "./annotations.ts";
import { call } from "./calls.ts";
import { distribute } from "./choices.ts";
import { ancestors, findMember } from "./classes.ts";
import { absent, heldEntries, isRemoved, newDict } from "./containers.ts";
import type { Frame, Machine } from "./machine.ts";
import { furtherIn, keywordsFrom, namedArguments } from "./passing.ts";

/** A function of the model, and when it runs. */
interface Validator {
  readonly function: FunctionValue;
  /** The fields that it is for; undefined for the model as a whole. */
  readonly fields: ReadonlySet<string> | undefined;
  /** `all`: it gets the values of all fields and returns them. */
  readonly when: "before" | "after" | "all";
}

/** What runs when a model is made; undefined if some of it is not known. */
export function validatorsOf(machine: Machine, owner: ClassValue): readonly Validator[] | undefined {
  const decorated = new Map<string, Expression>();
  for (const line of ancestors(owner).classes.toReversed()) {
    for (const member of line.node.body) {
      if (isMadeElsewhere(member)) return undefined;
      if (member.kind !== "function") continue;
      decorated.delete(member.name.id);
      const mark = validatorMark(member);
      if (mark !== undefined) decorated.set(member.name.id, mark);
    }
  }
  const validators = [...decorated].map(([name, mark]) => readValidator(machine, owner, name, mark));
  const known = validators.filter((one) => one !== undefined);
  return known.length === validators.length ? known : undefined;
}

/** True for `check = field_validator("sp")(function)`, and for a type that brings a validator along. */
function isMadeElsewhere(member: Statement): boolean {
  const written = member.kind === "assign" ? [member.value] : member.kind === "annotated" ? [member.annotation] : [];
  return written.flatMap(nodesIn).some((node) => node.kind === "call" && /[vV]alidator$/.test(typeName(node.callee)));
}

const names = /^((model|field|root)_)?validator$/;

function validatorMark({ decorators }: FunctionStatement): Expression | undefined {
  return decorators.find((mark) => names.test(typeName(mark.kind === "call" ? mark.callee : mark)));
}

function readValidator(machine: Machine, owner: ClassValue, name: string, mark: Expression): Validator | undefined {
  const { value } = findMember(machine, owner, name);
  if (value?.kind !== "function") return undefined;
  const kind = typeName(mark.kind === "call" ? mark.callee : mark);
  const given = mark.kind === "call" ? mark.arguments : [];
  const option = (key: string): Expression | undefined => given.find((argument) => argument.name?.id === key)?.value;
  const mode = option("mode");
  const isEarly = isTrue(option("pre")) || (mode?.kind === "string" && mode.value === "before");
  const isLate = mode === undefined || (mode.kind === "string" && mode.value === "after");
  const written = given.flatMap(({ name: key, value: field }) => (key === undefined ? [field] : []));
  const fields = written.flatMap((field) => (field.kind === "string" ? [field.value] : []));
  const isOther = isTrue(option("each_item")) || isTrue(option("always")) || !(isEarly || isLate);
  if (isOther || fields.length < written.length) return undefined;
  if (kind === "root_validator") return { function: value, fields: undefined, when: isEarly ? "before" : "all" };
  const when = isEarly ? "before" : "after";
  if (kind !== "model_validator") return { function: value, fields: new Set(fields), when };
  return mode === undefined ? undefined : { function: value, fields: undefined, when };
}

function isTrue(e: Expression | undefined): boolean {
  return e?.kind === "constant" && e.value === true;
}

/** The making of one model. */
export interface Making {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly site: Site;
  readonly instance: ObjectValue;
  readonly owner: ClassValue;
  readonly validators: readonly Validator[];
}

/** The arguments as the model's early validators leave them; undefined if they leave what is not known. */
export function beforeModel(making: Making, args: readonly PassedArgument[]): readonly PassedArgument[] | undefined {
  let passed = args;
  for (const validator of making.validators.toReversed()) {
    if (validator.fields !== undefined || validator.when !== "before") continue;
    const entries = new Map([...namedArguments(passed)].map(([name, { value }]) => [name, value]));
    const given = newDict(making.machine, entries, furtherIn(passed), undefined);
    const made = validate(making, validator, given);
    if (made.kind !== "object" || made.identity.type !== "dict") return undefined;
    passed = keywordsFrom(making.machine, made);
  }
  return passed;
}

/** The value of a field as its validators leave it; `typed` is what its type makes of it. */
export function validatedField(making: Making, name: string, value: Value, typed: (value: Value) => Value): Value {
  const own = making.validators.filter(({ fields }) => fields?.has(name) === true || fields?.has("*") === true);
  return distribute(making.machine, [value], ([given = value]) => {
    // What is not passed is not validated.
    if (isRemoved(given)) return given;
    const early = own.filter(({ when }) => when === "before").toReversed();
    const late = own.filter(({ when }) => when === "after");
    const before = early.reduce((one, validator) => validate(making, validator, one), given);
    return late.reduce((one, validator) => validate(making, validator, one), typed(before));
  });
}

/** Runs what sees the whole model when its fields are set. */
export function afterModel(making: Making): void {
  const { machine, frame, site, instance, owner } = making;
  const hook = findMember(machine, owner, "model_post_init").value;
  if (hook?.kind === "function")
    call(
      machine,
      frame,
      { kind: "bound", function: hook, receiver: instance },
      [positional(unknown("a context"))],
      site,
    );
  for (const validator of making.validators) {
    const { function: callee, fields, when } = validator;
    if (fields !== undefined || when === "before") continue;
    if (when === "all") replaceFields(making, validator);
    else if (callee.form === "classmethod") validate(making, validator, instance);
    else call(machine, frame, { kind: "bound", function: callee, receiver: instance }, [], site);
  }
}

/** What a validator of the old kind returns are the fields. */
function replaceFields(making: Making, validator: Validator): void {
  const { machine, instance } = making;
  const held = [...machine.store.entries(instance.identity)].filter(([name]) => !name.startsWith(" "));
  const made = validate(making, validator, newDict(machine, new Map(held), absent, undefined));
  const entries =
    made.kind === "object" && made.identity.type === "dict" ? heldEntries(machine, made).entries : undefined;
  for (const [name] of held)
    machine.store.set(instance.identity, name, entries?.get(name) ?? unknown("a validated field"));
}

/** Calls a validator that belongs to the class; the third parameter tells of the other fields. */
function validate({ machine, frame, site, owner }: Making, { function: callee }: Validator, value: Value): Value {
  const receiver = callee.form === "staticmethod" ? [] : [positional(owner)];
  const args = [...receiver, positional(value), positional(unknown("what is known of the other fields"))];
  const count = callee.node.parameters.filter(({ form }) => form !== "keyword-only" && form !== "double-star").length;
  const takesAll = callee.node.parameters.some(({ form }) => form === "star");
  return call(machine, frame, { ...callee, form: "function" }, takesAll ? args : args.slice(0, count), site);
}

export function positional(value: Value): PassedArgument {
  return { name: undefined, value, site: undefined };
}
