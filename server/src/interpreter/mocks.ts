/**
 * Tests that put something else in the place of code that a contract describes. What is called then is not known, and
 * neither is what it demands.
 */
import type { CallExpression, Chunk, Expression, FunctionStatement, Node } from "../syntax/ast.ts";
import { nodesIn, remembered } from "../syntax/index.ts";
import type { ClassValue, FunctionValue, PassedArgument, Value } from "../values/value.ts";
import { ancestors, ownerOf } from "./classes.ts";
import { evaluate } from "./expressions.ts";
import { resolveName } from "./imports.ts";
import type { Frame, Machine } from "./machine.ts";
import { runModule } from "./modules.ts";
import type { LexicalScope } from "./scope.ts";

/** Modules in which nothing is that decides a layout. */
const unrelated =
  /^(builtins|os|sys|io|time|random|logging|warnings|subprocess|pathlib|shutil|socket|tempfile|json|requests|signal)(\.|$)/;

/** What `unittest.mock` has for it, or the package of that name. */
const patching = /^(unittest\.)?mock\.patch\b/;

/** True for a call that patches: `patch(…)`, `monkeypatch.setattr(…)`, `mocker.patch.object(…)`. */
export function isPatch(e: CallExpression, callee: Value, passed: readonly PassedArgument[]): boolean {
  const isOne =
    callee.kind === "external"
      ? patching.test(callee.name)
      : (callee.kind === "opaque" || callee.kind === "unknown") && e.callee.kind === "attribute" && looksLikePatch(e);
  return isOne && !isUnrelated(passed[0]?.value);
}

function isUnrelated(target: Value | undefined): boolean {
  if (target?.kind === "external" || target?.kind === "module") return unrelated.test(target.name);
  return target?.kind === "string" && unrelated.test(target.value);
}

/** True for what is written like a call that patches, whatever it is called on. */
function looksLikePatch(e: CallExpression): boolean {
  const [first, second] = e.arguments;
  const names = namesOf(e.callee);
  const last = names.at(-1) ?? "";
  if (names.length > 1 && /^(setattr|delattr)$/.test(last)) return true;
  // `client.patch("/path")` is another matter.
  if (last === "patch") return first?.value.kind !== "string" || /^\w+(\.\w+)+$/.test(first.value.value);
  return (
    names.at(-2) === "patch" && /^(object|dict|multiple)$/.test(last) && (second !== undefined || last !== "object")
  );
}

/** True for a context that takes back what was patched in it: `with patch(…):`, `with monkeypatch.context() as m:`. */
export function isPatchContext(e: Expression): boolean {
  return e.kind === "call" && (looksLikePatch(e) || namesOf(e.callee).at(-1) === "context");
}

/** The parts of a dotted name; an object that is no name is left out. */
function namesOf(e: Expression): readonly string[] {
  if (e.kind === "name") return [e.id];
  return e.kind === "attribute" ? [...namesOf(e.object), e.attribute.id] : [];
}

/** What is put in the place of something before a function under analysis runs, if that is a test, stays there while it does. */
export function assumePrepared(machine: Machine, frame: Frame, callee: FunctionValue): void {
  if (callee.node.kind !== "function") return;
  const owner = ownerOf(callee);
  const classes = owner === undefined ? [] : ancestors(owner).classes;
  const decorators = [callee.node, ...classes.map(({ node }) => node)].flatMap((node) => node.decorators);
  const asked = [
    ...callee.node.parameters.map((parameter) => parameter.name.id),
    ...decorators.flatMap(requestedFixtures),
  ];
  const isMocked =
    decorators.some((decorator) => isPatchDecorator(machine, frame, decorator)) ||
    classes.some((line) => isPreparedByMethods(line, asked)) ||
    (isTest(callee.node) && isPreparedByModules(machine, callee.scope.path, asked));
  if (isMocked) machine.mock();
}

function isTest({ name }: FunctionStatement): boolean {
  return name.id.startsWith("test");
}

function isPatchDecorator(machine: Machine, frame: Frame, decorator: Expression): boolean {
  if (decorator.kind !== "call") return false;
  const callee = evaluate(machine, frame, decorator.callee);
  const [target] = decorator.arguments;
  if (callee.kind !== "external" || !patching.test(callee.name)) return false;
  return target === undefined || !isUnrelated(evaluate(machine, frame, target.value));
}

/** The names in `@pytest.mark.usefixtures("a", "b")`. */
function requestedFixtures(decorator: Expression): readonly string[] {
  if (decorator.kind !== "call" || namesOf(decorator.callee).at(-1) !== "usefixtures") return [];
  return decorator.arguments.flatMap(({ value }) => (value.kind === "string" ? [value.value] : []));
}

const preparations = /^(asyncSetUp|setUp|setUpClass|setup_method|setup_class|setup)$/;
const modulePreparations = /^(setUpModule|setup_module|setup_function)$/;

function isPreparedByMethods({ node }: ClassValue, asked: readonly string[]): boolean {
  return node.body.some(
    (member) =>
      member.kind === "function" &&
      (preparations.test(member.name.id) ||
        isAutomatic(member) ||
        (isFixture(member) && asked.includes(member.name.id))) &&
      patches(member),
  );
}

function isFixture(node: FunctionStatement): boolean {
  return node.decorators.some(
    (decorator) => namesOf(decorator.kind === "call" ? decorator.callee : decorator).at(-1) === "fixture",
  );
}

/** True for a fixture that every test around it has. */
function isAutomatic(node: FunctionStatement): boolean {
  return (
    isFixture(node) &&
    node.decorators.some(
      (decorator) => decorator.kind === "call" && decorator.arguments.some(({ name }) => name?.id === "autouse"),
    )
  );
}

/** True if something in the function is written like a call that patches. */
const patches = remembered(({ body }: FunctionStatement): boolean => body.flatMap(nodesIn).some(isWrittenPatch));

function isWrittenPatch(node: Node): boolean {
  return node.kind === "call" && looksLikePatch(node) && !isWrittenUnrelated(node);
}

function isWrittenUnrelated(e: CallExpression): boolean {
  const target = e.arguments[0]?.value;
  if (target === undefined) return false;
  return unrelated.test(target.kind === "string" ? target.value : namesOf(target).join("."));
}

// ----------------------------------------------------------------------------------------------------- fixtures

/** A cell of each module: its functions that run before each of its tests. */
const automaticCell = " before each test";

/** Makes them known. */
export function notePreparations(machine: Machine, scope: LexicalScope, chunks: readonly Chunk[]): void {
  const names = chunks.flatMap(({ statement }) =>
    statement.kind === "function" && (isAutomatic(statement) || modulePreparations.test(statement.name.id))
      ? [statement.name.id]
      : [],
  );
  if (names.length > 0) machine.noteNames(scope, automaticCell, new Set(names));
}

/** Looks at the test's module, and at what pytest has all tests of its folder share. */
function isPreparedByModules(machine: Machine, path: string, asked: readonly string[]): boolean {
  const shared = machine.modules.resolveSource("conftest", path);
  const scopes = [path, shared].flatMap((one) => (one === undefined ? [] : (runModule(machine, one) ?? [])));
  const pending = scopes.flatMap((scope) => {
    const names = machine.store.get(scope, automaticCell);
    return names?.kind === "string" ? names.value.split(" ") : [];
  });
  pending.push(...asked);
  const seen = new Set<string>();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const scope of scopes) {
      const fixture = resolveName(machine, scope, name);
      if (fixture?.kind !== "function" || fixture.node.kind !== "function") continue;
      if (!isFixture(fixture.node) && !modulePreparations.test(name)) continue;
      if (patches(fixture.node)) return true;
      pending.push(...fixture.node.parameters.map((parameter) => parameter.name.id));
    }
  }
  return false;
}
