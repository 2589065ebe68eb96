import { annotationLowerers } from "./annotations.ts";
import { callLowerers } from "./calls.ts";
import { collectionLowerers } from "./collections.ts";
import { compoundStatementLowerers } from "./compound-statements.ts";
import { definitionLowerers } from "./definitions.ts";
import { importLowerers } from "./imports.ts";
import { literalLowerers } from "./literals.ts";
import type { Grammar } from "./lowering.ts";
import { matchLowerers } from "./matches.ts";
import { operatorLowerers } from "./operators.ts";
import { simpleStatementLowerers } from "./simple-statements.ts";
import { stringLowerers } from "./strings.ts";

/** Every node type that tree-sitter-python puts where Python has a statement or an expression. */
export const pythonGrammar: Grammar = {
  expressions: new Map([
    ...literalLowerers,
    ...stringLowerers,
    ...operatorLowerers,
    ...collectionLowerers,
    ...callLowerers,
    ...annotationLowerers,
  ]),
  statements: new Map([
    ...simpleStatementLowerers,
    ...importLowerers,
    ...compoundStatementLowerers,
    ...definitionLowerers,
    ...matchLowerers,
  ]),
};
