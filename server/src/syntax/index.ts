export type * from "./ast.ts";
export { SourceDocument } from "./document.ts";
export { parseModule } from "./module.ts";
export type { Parser, Refusal } from "./parser.ts";
export { perFile, perPiece, pieceOf, piecesOf, type TextPiece, type TextPieces } from "./pieces.ts";
export { applyChange, LineIndex, type TextChange } from "./text.ts";
export { remembered } from "./remembered.ts";
export { childrenOf, isExpression, nodeAt, nodesIn, ownNodesIn, statementsIn } from "./walk.ts";
export { createWasmParser, type GrammarLanguage } from "./wasm-parser.ts";
