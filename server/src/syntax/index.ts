export type * from "./ast.ts";
export { SourceDocument } from "./document.ts";
export { parseModule, type ParsedModule } from "./module.ts";
export { createNativeParser, type NativeParserOptions, type NativeTreeSitter } from "./native-parser.ts";
export { defaultLimits, GrammarError, type ParseLimits, type Parser, type Refusal } from "./parser.ts";
export { LineIndex, type Position, type TextChange } from "./text.ts";
export { absoluteSpan, childrenOf, nodeAt, type NodeAt } from "./walk.ts";
export { createWasmParser, type WasmParserOptions } from "./wasm-parser.ts";
