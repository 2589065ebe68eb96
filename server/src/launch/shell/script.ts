/** Reads a shell script without running it: follows its statements and hands on every command with the words it gets. */
import type { LaunchProblem, Span } from "../launch.ts";
import { firstUnbalanced } from "./balance.ts";
import { choose, type Outcome } from "./choices.ts";
import { type Answer, testHolds } from "./conditions.ts";
import { CommandLog, type ShellCommand, type ShellWord } from "./commands.ts";
import { Expander } from "./expansion.ts";
import type { ShellSource } from "./tools.ts";
import { assign, assignFor, declare } from "./assignments.ts";
import { runBuiltin } from "./builtins.ts";
import { asksForOutput, asksForStatus, mayRefuse, passesStatusOn, questionOf } from "./handling.ts";
import { fedScript, scriptCommand } from "./inner-script.ts";
import { runFor, runLoop, type Runner } from "./loops.ts";
import { isInclusion, otherScript } from "./other-scripts.ts";
import { textOf, unknownPiece, withBlanks, type Pieces } from "./pieces.ts";
import { patternsHold } from "./patterns.ts";
import { moveAway } from "./relocation.ts";
import { mergeInto, resume } from "./merging.ts";
import { type ShellFunction, ShellState, unsetVariable } from "./state.ts";
import {
  assignedIn,
  caseBranches,
  ifBranches,
  isArithmetic,
  isTest,
  mayTakeSeveral,
  type Branch,
} from "./structure.ts";
import { childOf, parseShell, readableText, textAt, type ShellNode } from "./tree.ts";
import { mayChange, patternOf, writtenTo } from "./written-files.ts";

export interface ShellReading {
  readonly commands: readonly ShellCommand[];
  readonly problems: readonly LaunchProblem[];
  /** Names of files that something in the script may change. */
  readonly written: ReadonlySet<string>;
}

const maximumSteps = 3_000;
const maximumCallDepth = 8;

/** What is set before a script starts. */
export interface ShellStart {
  readonly variables: ReadonlyMap<string, Pieces>;
  /** The variables that programs see. */
  readonly exported?: ReadonlySet<string>;
  /** True if others may be set, too, to what is not known. */
  readonly moreVariables?: boolean;
  /** Variables that are surely not set. */
  readonly unset?: ReadonlySet<string>;
  /** What it is given; undefined where that is not known. */
  readonly positional?: readonly Pieces[] | undefined;
  /** Where it starts, if that is not where the script was started. */
  readonly directory?: Pieces | undefined;
}

export function readShell(source: ShellSource, start: ShellStart = { variables: new Map() }): ShellReading {
  const text = readableText(source.text);
  const tree = parseShell(source.tools.parser, text);
  if ("refused" in tree) {
    return { commands: [], problems: [{ start: 0, end: 0, message: tree.refused }], written: new Set() };
  }
  const state = new ShellState();
  for (const [name, scalar] of start.variables) state.variables.set(name, { scalar });
  for (const name of start.unset ?? []) state.variables.set(name, unsetVariable);
  for (const name of start.exported ?? []) state.exported.add(name);
  state.directory = start.directory;
  state.positional = start.positional;
  state.othersAreSet = start.moreVariables ?? false;
  const script = new Script({ ...source, text });
  script.run(tree.root, state);
  script.runUncalled(state);
  const { log, problems } = script;
  const unbalanced = tree.root.broken ? firstUnbalanced(source.text) : undefined;
  if (unbalanced !== undefined) problems.unshift(unbalanced);
  return { commands: log.commands, problems, written: log.written };
}

class Script implements Runner {
  readonly log = new CommandLog();
  readonly problems: LaunchProblem[] = [];
  readonly source: ShellSource;
  private readonly progress: Progress;

  constructor(source: ShellSource, progress: Progress = { called: new Set(), steps: 0, depth: 0 }) {
    this.source = source;
    this.progress = progress;
  }

  /** Functions that nothing here calls may be called by whoever sources the file, or by nobody. */
  runUncalled(state: ShellState): void {
    const first = this.log.count;
    for (const { body, source } of state.functions.values()) {
      if (source !== this.source || this.progress.called.has(body)) continue;
      const inside = new ShellState(state);
      inside.ended = undefined;
      inside.positional = undefined;
      this.run(body, inside);
    }
    this.log.takeBack(first);
  }

  run(node: ShellNode, state: ShellState): void {
    if (state.ended !== undefined) return;
    if (++this.progress.steps > maximumSteps) {
      if (this.progress.steps > maximumSteps + 1) return;
      const { start, end } = node;
      this.problems.push({ start, end, message: "The script does too much to be read to its end." });
      return;
    }
    if (node.type === "ERROR") {
      this.recover(node, state);
      return;
    }
    this.readers[node.type]?.(node, state);
  }

  /** By the type of a node. What is not listed does nothing that matters. */
  private readonly readers: Readonly<Record<string, (node: ShellNode, state: ShellState) => void>> = {
    program: this.runAll.bind(this),
    compound_statement: (node, state) => {
      if (!isArithmetic(node)) this.runAll(node, state);
      else for (const child of node.children) if (child.named) new Expander(this.source, state).arithmetic(child);
    },
    test_command: this.forgetAssigned.bind(this),
    do_group: this.runAll.bind(this),
    negated_command: (node, state) => {
      const first = this.log.count;
      this.runAll(node, state);
      this.log.takeBack(first);
    },
    variable_assignments: this.runAll.bind(this),
    command: this.command.bind(this),
    variable_assignment: (node, state) => {
      assign(node, this.source, state);
    },
    declaration_command: (node, state) => {
      declare(node, this.source, state);
    },
    list: this.list.bind(this),
    for_statement: (node, state) => {
      runFor(node, this, state);
    },
    while_statement: (node, state) => {
      runLoop(node, this, state);
    },
    c_style_for_statement: (node, state) => {
      runLoop(node, this, state);
    },
    // What runs in a shell of its own changes nothing here.
    pipeline: (node, state) => {
      const first = this.log.count;
      this.runAll(node, new ShellState(state));
      if (asksForOutput(node, this.source.text)) this.log.takeBack(first);
    },
    subshell: (node, state) => {
      this.runAll(node, new ShellState(state));
    },
    redirected_statement: (node, state) => {
      const expander = new Expander(this.source, state);
      for (const target of writtenTo(node, this.source.text))
        this.log.writes(textOf(expander.text(target)) ?? patternOf(this.text(target)));
      const body = childOf(node, "body");
      if (body === undefined) return;
      const script =
        body.type === "command" ? fedScript(node, this.words(body, expander), this.source, state) : undefined;
      if (script !== undefined) this.add(script, new Map(), body, state);
      this.run(body, state);
    },
    if_statement: (node, state) => {
      const depends = ifBranches(node).some(({ condition }) => this.readsVariables(condition));
      this.branches(ifBranches(node), ({ condition }) => this.answer(condition, state), depends, state);
    },
    case_statement: (node, state) => {
      const value = childOf(node, "value");
      const subject = value === undefined ? [] : new Expander(this.source, state).text(value);
      if (mayTakeSeveral(node)) this.forgetAssigned(node, state);
      const answerOf = ({ condition }: Branch): Answer | undefined =>
        mayTakeSeveral(node) ? undefined : patternsHold(subject, condition, this.source, state);
      this.branches(caseBranches(node), answerOf, value !== undefined && this.readsVariables([value]), state);
    },
    function_definition: (node, state) => {
      const [name, body] = [childOf(node, "name"), childOf(node, "body")];
      if (name !== undefined && body !== undefined) state.functions.set(this.text(name), { body, source: this.source });
    },
    unset_command: (node, state) => {
      if (node.children.some((child) => /^-\w*f/.test(this.text(child)))) return;
      for (const name of node.children) {
        if (name.type === "variable_name") state.unset(this.text(name));
        else if (name.named) state.forgetNamed(textOf(new Expander(this.source, state).text(name)));
      }
    },
  };

  /** What a broken part assigns, and when, is not known; its commands are. */
  private recover(node: ShellNode, state: ShellState): void {
    this.forgetAssigned(node, state);
    for (const child of node.children) {
      if (!child.named) continue;
      this.run(child, state);
      this.forgetAssigned(node, state);
      state.ended = undefined;
    }
  }

  private forgetAssigned(node: ShellNode, state: ShellState): void {
    for (const name of assignedIn(node, this.source.text)) state.forget(name);
  }

  private runAll(node: ShellNode, state: ShellState): void {
    const { children } = node;
    children.forEach((child, index) => {
      if (!child.named) return;
      const first = this.log.count;
      // What runs in the background changes nothing here.
      const inBackground = children[index + 1]?.type === "&";
      this.run(child, inBackground ? new ShellState(state) : state);
      if (this.log.count === first) return;
      const next = children.slice(index + 1).find((later) => later.named && later.type !== "comment");
      if (next !== undefined && asksForStatus(next, this.source.text)) this.log.takeBack(first);
    });
  }

  private command(node: ShellNode, state: ShellState): void {
    // What the grammar does not understand need not be wrong.
    if (node.broken) return;
    const expander = new Expander(this.source, state);
    const assignments = node.children.filter((child) => child.type === "variable_assignment");
    const nameNode = childOf(node, "name");
    if (nameNode !== undefined && this.isSeparate(assignments.at(-1), nameNode)) {
      // The grammar takes assignments on a line of their own for the beginning of the next line.
      for (const assignment of assignments.splice(0)) assign(assignment, this.source, state);
    }
    const words = this.words(node, expander);
    const texts = words.map(({ pieces }) => pieces);
    const [name] = texts.map(textOf);
    if (isInclusion(name) && this.include(node, texts.slice(1), state)) return;
    if (name === "eval") this.add(scriptCommand(withBlanks(texts.slice(1)), node), new Map(), node, state);
    if (runBuiltin(node, texts, this.source, state)) return;
    const called = name === undefined ? undefined : state.functions.get(name);
    if (called !== undefined) {
      this.call(called, node, texts.slice(1), assignments, state);
      return;
    }
    const own = new Map<string, Pieces>();
    for (const assignment of assignments) {
      const assigned = childOf(assignment, "name");
      if (assigned !== undefined) own.set(this.text(assigned), expander.text(childOf(assignment, "value")));
    }
    this.add(words, own, node, state);
    // The program takes the place of the script.
    if (name === "exec" && words.length > 1) state.ended = "script";
  }

  private words(command: ShellNode, expander: Expander): ShellWord[] {
    return command.children
      .filter((child) => child.field === "name" || child.field === "argument")
      .flatMap((child) =>
        expander.words(child).map((pieces): ShellWord => ({ pieces, start: child.start, end: child.end })),
      );
  }

  /** A command that is run, with variables of its own. */
  private add(
    words: readonly ShellWord[],
    own: ReadonlyMap<string, Pieces>,
    { start, end }: ShellNode,
    state: ShellState,
  ): void {
    const expander = new Expander(this.source, state);
    const exported = [...state.exported].flatMap((name): [string, Pieces][] => {
      const value = expander.variable(name);
      return value === undefined || state.variables.get(name) === unsetVariable ? [] : [[name, value]];
    });
    const maybe = [...state.maybeExported].map((name): [string, Pieces] => [name, [unknownPiece]]);
    const environment = new Map([...maybe, ...exported, ...own]);
    const { directory, othersAreSet: moreEnvironment } = state;
    const unset = new Set(state.unsetNames.filter((name) => !environment.has(name)));
    this.log.add({ words, environment, moreEnvironment, unset, directory, tentative: state.isDoubtful, start, end });
  }

  private isSeparate(assignment: ShellNode | undefined, name: ShellNode): boolean {
    return assignment !== undefined && /(^|[^\\])\n/.test(this.source.text.slice(assignment.end, name.start));
  }

  /** Calls a function; the assignments in front of its name hold while it runs. */
  private call(
    { body, source }: ShellFunction,
    at: Span,
    positional: readonly Pieces[],
    assignments: readonly ShellNode[],
    state: ShellState,
  ): void {
    const { progress } = this;
    progress.called.add(body);
    if (progress.depth >= maximumCallDepth) return;
    const { positional: before, varies, isDoubtful } = state;
    state.varies ||= positional.length > 0;
    progress.depth++;
    state.inFunction(() => {
      for (const assignment of assignments) assignFor(assignment, this.source, state);
      state.positional = positional;
      if (source === this.source) this.run(body, state);
      else this.runElsewhere(source, body, at, state);
      resume(state, "function");
    });
    progress.depth--;
    state.positional = before;
    state.varies = varies;
    if (state.ended !== "script") state.isDoubtful = isDoubtful;
  }

  /** `source NAME`: runs another script of the workspace in this one. False if that is not done. */
  private include(at: ShellNode, [name, ...positional]: readonly Pieces[], state: ShellState): boolean {
    const { progress, source } = this;
    const other = name && otherScript(name, source.tools, state.directory);
    if (other === undefined || progress.depth >= maximumCallDepth || mayChange(this.log.written, other.path))
      return false;
    const text = readableText(other.text);
    const tree = parseShell(source.tools.parser, text);
    if ("refused" in tree || tree.root.broken) return false;
    const { positional: before, isDoubtful } = state;
    if (positional.length > 0) state.positional = positional;
    progress.depth++;
    this.runElsewhere(
      { text, path: other.path, startedAs: source.startedAs ?? source.path, tools: source.tools },
      tree.root,
      at,
      state,
    );
    progress.depth--;
    if (positional.length > 0) state.positional = before;
    if (state.ended !== "script") state.isDoubtful = isDoubtful;
    return true;
  }

  /** Runs what stands in another file, until it returns. To this script, all of it happens at one place. */
  private runElsewhere(source: ShellSource, node: ShellNode, at: Span, state: ShellState): void {
    const script = new Script(source, this.progress);
    const { left } = state;
    state.left = [];
    const relocation = moveAway(state, at);
    script.run(node, state);
    resume(state, "function");
    // Ways that leave a loop around the command are not followed.
    if (state.left.length > 0) state.forgetAll();
    relocation.restore(state);
    state.left = left;
    for (const command of script.log.commands)
      this.log.add({ ...relocation.placed(command), writtenIn: command.writtenIn ?? source.path });
    for (const name of script.log.written) this.log.writes(name);
  }

  /** `a && b` and `a || b`: the second runs or not, unless the first is a test with a known answer. */
  private list(node: ShellNode, state: ShellState): void {
    const [left, operator, right] = node.children.filter((child) => child.named || /^(&&|\|\|)$/.test(child.type));
    if (left === undefined || operator === undefined || right === undefined) {
      this.runAll(node, state);
      return;
    }
    const first = this.log.count;
    const { negated } = this.ask([left], state);
    const asked = this.log.count;
    const settle = (end: ShellState | undefined): void => {
      const fails = end?.endsInFailure === true || passesStatusOn(right, this.source.text);
      const followsFailure = (operator.type === "||") !== negated;
      if (followsFailure ? !fails : fails || negated) this.log.takeBack(first, asked);
    };
    const answer = testHolds(left, this.source.text, new Expander(this.source, state));
    const runs = answer === undefined ? undefined : answer.holds === (operator.type === "&&");
    // A command that succeeds is what a script is written for: the right side of `||` is for failures.
    if (answer === undefined && operator.type === "&&" && !isTest(left, this.source.text)) {
      const inside = new ShellState(state);
      const isGuard = state.varies && this.readsVariables([left]) && mayRefuse(left, this.source.text);
      inside.isDoubtful ||= isGuard;
      this.run(right, inside);
      // What leaves the round, or the script, leaves out what follows.
      if (isGuard) inside.isDoubtful = state.isDoubtful || /\b(continue|break|exit|return)\b/.test(this.text(right));
      settle(inside);
      // With `a && exit 1`, the script goes on where `a` fails.
      if (inside.endsInFailure) return;
      if (inside.ended === undefined || inside.ended === "script") state.become(inside);
      else mergeInto(state, [inside, new ShellState(state)]);
      // What follows is for the case that `a` fails.
      state.isDoubtful ||= inside.ended !== undefined;
      return;
    }
    const depends = this.readsVariables([left]);
    const failed = (operator.type === "||") !== negated && passesStatusOn(right, this.source.text);
    const [end] = choose(
      [
        { runs, byDefault: answer?.byDefault ?? false, body: [right], failed },
        { runs: runs === undefined ? undefined : !runs, byDefault: answer?.byDefault ?? false, body: [] },
      ],
      depends,
      state,
      this,
    );
    settle(end);
  }

  /** Runs what is a condition. Whoever asks looks after its failing. */
  private ask(condition: readonly ShellNode[], state: ShellState): { readonly negated: boolean } {
    const [test, ...more] = condition;
    const question = test !== undefined && more.length === 0 ? questionOf(test) : { asked: condition, negated: false };
    for (const part of question.asked) this.run(part, state);
    return question;
  }

  private branches(
    branches: readonly Branch[],
    answerOf: (branch: Branch) => Answer | undefined,
    depends: boolean,
    state: ShellState,
  ): void {
    const outcomes: Outcome[] = [];
    const questions: { first: number; end: number; negated: boolean }[] = [];
    /** True while an earlier branch is certain to be passed over. */
    let reached: boolean | undefined = true;
    let byDefault = false;
    let isOneCertain = false;
    for (const branch of branches) {
      const first = this.log.count;
      const { negated } = this.ask(branch.condition, state);
      questions.push({ first, end: this.log.count, negated });
      const answer = answerOf(branch);
      isOneCertain ||= answer?.holds === true && !answer.byDefault;
      byDefault ||= answer?.byDefault ?? false;
      const runs: boolean | undefined = reached === false || answer?.holds === false ? false : reached && answer?.holds;
      outcomes.push({ runs, byDefault, body: branch.body });
      reached = answer?.holds === true ? false : answer === undefined ? undefined : reached;
    }
    if (!isOneCertain) outcomes.push({ runs: reached, byDefault, body: [] });
    const ends = choose(outcomes, depends, state, this).map((end) => end?.endsInFailure === true);
    questions.forEach(({ first, end, negated }, index) => {
      const [success, failure] = [ends[index] === true, ends.slice(index + 1).every(Boolean)];
      // A failure that the script passes on is one; a success that makes it fail is what was not meant.
      if (negated ? !success || failure : !failure || success) this.log.takeBack(first, end);
    });
  }

  private readsVariables(nodes: readonly ShellNode[]): boolean {
    return nodes.some((node) => isArithmetic(node) || this.text(node).includes("$"));
  }

  private answer(condition: readonly ShellNode[], state: ShellState): Answer | undefined {
    const [test, ...more] = condition;
    if (test === undefined) return { holds: true, byDefault: false };
    return more.length > 0 ? undefined : testHolds(test, this.source.text, new Expander(this.source, state));
  }

  private text(node: ShellNode): string {
    return textAt(node, this.source.text);
  }
}

/** What a script and those that it runs in itself have done so far. */
interface Progress {
  readonly called: Set<ShellNode>;
  steps: number;
  depth: number;
}
