/** What a rule is: how a failed requirement is put into words, and which edits mend it. */
import type { Fix, Location, TextEdit } from "../finding.ts";
import type { Failure, FailureCase } from "../interpreter/surroundings.ts";
import type { Argument, CallExpression, Node, Span, Statement } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import type { Value } from "../values/value.ts";

export interface Rule {
  readonly id: string;
  /** One line for lists and settings. */
  readonly summary: string;
  /** The version of Shardlint that first had it. */
  readonly since: string;
  /** The libraries whose requirements it reports. */
  readonly libraries: readonly string[];
  /** What is wrong, with the numbers, and what to do; without the runs in which it fails. */
  message(failure: FailureCase): string;
  /** Edits that may mend it, best first. Each is tried out before it is offered. */
  fixes(failure: Failure, source: FixSource): readonly Proposal[];
}

export interface Proposal extends Fix {
  /** True for a fix that only stops the run earlier: what libraries require behind it is not looked at. */
  readonly guards?: boolean;
}

/** What fixes may ask about the program. */
export interface FixSource {
  /** The modelled call. */
  readonly call: PlacedCall | undefined;
  /** The expression that the finding is blamed on. */
  readonly blamed: Site;
  /** Undefined for a place in a contract. */
  location(site: Site): Location | undefined;
  text(site: Site): string;
  /** The text of a part of the statement that holds a node. */
  textIn(placed: PlacedNode, span: Span): string;
  /** The node that stands exactly at a site, and what is around it. */
  placed(site: Site): PlacedNode | undefined;
  /** The call whose argument stands at a site. */
  callAround(site: Site): PlacedCall | undefined;
  /** Where the innermost function around a node starts and ends; undefined at the top level. */
  functionAround(placed: PlacedNode): (Span & { readonly offset: number }) | undefined;
  /** The key of the dict entry whose value stands at a site. */
  entryKey(site: Site): Location | undefined;
  /**
   * A variable of the function around a site that holds a value with such a key there. As in `valueFor`, that is so
   * whoever calls the function, and degrees are symbols even if the launch is known.
   */
  nameFor(fits: (key: string) => boolean, site: Site): string | undefined;
  /** What an expression is. */
  valueFor(site: Site): Value | undefined;
  /** How often the top-level statement around a site has the name in it. */
  occurrences(site: Site, name: string): number;
  /** True if the file uses the name for anything. */
  isUsed(path: string, name: string): boolean;
  /** What makes names of a module available; undefined if the file uses one of them for something else. */
  importing(path: string, module: string, names: readonly string[]): Imports | undefined;
}

export interface Imports {
  readonly edits: readonly TextEdit[];
  /** What each name is called in the file, in the order in which they were asked for. */
  readonly local: readonly string[];
}

/** A node in a file. */
export interface PlacedNode<N extends Node = Node> {
  readonly path: string;
  /** To be added to the spans of the nodes. */
  readonly offset: number;
  readonly node: N;
  /** The innermost statement that contains the node, and the white space before it. */
  readonly statement: Statement;
  readonly indentation: string;
  /** True if lines put before the statement run right before the node: it starts its line and no lambda or comprehension is between. */
  readonly precedable: boolean;
}

export type PlacedCall = PlacedNode<CallExpression>;

export function argumentOf(call: PlacedCall, name: string): Argument | undefined {
  return call.node.arguments.find((argument) => argument.name?.id === name);
}

export function factOf(failure: FailureCase, name: string): Value | undefined {
  const value = failure.facts.get(name);
  return value === undefined || value.kind === "none" ? undefined : value;
}
