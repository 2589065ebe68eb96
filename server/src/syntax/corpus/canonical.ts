import type {
  Argument,
  Expression,
  FormattedHole,
  NameExpression,
  Parameter,
  Pattern,
  Span,
  Statement,
} from "../ast.ts";

/** Spells a statement the way canonical.py spells CPython's tree of the same text. */
export function spell(statement: Statement, offset: number, hasNamedEscapes: boolean): string {
  return new Speller(offset, hasNamedEscapes).statement(statement);
}

class Speller {
  readonly #offset: number;
  readonly #hasNamedEscapes: boolean;
  #formattedDepth = 0;

  constructor(offset: number, hasNamedEscapes: boolean) {
    this.#offset = offset;
    this.#hasNamedEscapes = hasNamedEscapes;
  }

  statement(node: Statement): string {
    switch (node.kind) {
      case "expression":
        return `expression ${this.#one(node.value)}`;
      case "assign":
        return `assign ${this.#many(node.targets)}=${this.#one(node.value)}`;
      case "annotated":
        return `annotated ${this.#one(node.target)}:${this.#one(node.annotation)}=${this.#one(node.value)}`;
      case "augmented":
        return `augmented ${this.#one(node.target)}${node.operator}=${this.#one(node.value)}`;
      case "return":
        return `return ${this.#one(node.value)}`;
      case "raise":
        return `raise ${this.#one(node.exception)}`;
      case "assert":
        return `assert ${this.#one(node.test)},${this.#one(node.message)}`;
      case "delete":
        return `delete ${this.#many(node.targets)}`;
      case "global":
      case "nonlocal":
        return `${node.kind} ${node.names.join(",")}`;
      case "if":
      case "while":
        return `${node.kind} ${this.#one(node.test)}${this.#block(node.body)}${this.#block(node.otherwise)}`;
      case "for": {
        const head = `for ${this.#one(node.target)} in ${this.#one(node.iterable)}`;
        return head + this.#block(node.body) + this.#block(node.otherwise);
      }
      case "with": {
        const items = node.items.map((item) => `${this.#one(item.context)} as ${this.#one(item.target)}`);
        return `with ${items.join(",")}${this.#block(node.body)}`;
      }
      case "try": {
        const handlers = node.handlers.map(
          ({ type, name, body }) => `except ${this.#one(type)} as ${name?.id ?? "-"}${this.#block(body)}`,
        );
        return `try${this.#block(node.body)}${handlers.join("")}${this.#block(node.otherwise)}${this.#block(node.final)}`;
      }
      case "match": {
        const cases = node.cases.map(
          ({ pattern, guard, body }) => `case ${this.#pattern(pattern)} if ${this.#one(guard)}${this.#block(body)}`,
        );
        return `match ${this.#one(node.subject)}${cases.join("")}`;
      }
      case "function": {
        const prefix = `${node.async ? "async " : ""}${this.#many(node.decorators)}`;
        const head = `def ${node.name.id}${this.#parameters(node.parameters)}->${this.#one(node.returns)}`;
        return prefix + head + this.#block(node.body);
      }
      case "class": {
        const head = `class ${node.name.id}(${this.#arguments(node.bases)})`;
        return this.#many(node.decorators) + head + this.#block(node.body);
      }
      case "import":
        return `import ${node.names.map(({ module, alias }) => `${module} as ${alias?.id ?? "-"}`).join(",")}`;
      case "import-from": {
        const names = node.names === "*" ? ["* as -"] : node.names.map(spellImportedName);
        return `from ${".".repeat(node.level)}${node.module} import ${names.join(",")}`;
      }
      case "pass":
      case "break":
      case "continue":
        return node.kind;
      case "invalid":
        return "INVALID";
    }
  }

  #one(node: Expression | undefined): string {
    return node === undefined ? "-" : this.#spell(node);
  }

  #spell(node: Expression): string {
    const span = this.#span(node);
    switch (node.kind) {
      case "name":
        return node.id + span;
      case "int":
        return `int:${node.value.toString(16)}${span}`;
      case "float":
        return (Number.isNaN(node.value) ? "complex" : `float:${bits(node.value)}`) + span;
      case "string":
        return this.#string(node.value) + span;
      case "bytes":
        return `bytes${span}`;
      case "constant":
        return spellConstant(node.value) + span;
      case "formatted":
        return this.#formatted(node.parts) + span;
      case "tuple":
      case "list":
      case "set":
        return node.kind + this.#many(node.elements) + span;
      case "dict": {
        const entries = node.entries.map(({ key, value }) => `${this.#one(key)}:${this.#one(value)}`);
        return `dict[${entries.join(",")}]${span}`;
      }
      case "unary":
        return `(${node.operator} ${this.#one(node.operand)})${span}`;
      case "binary":
        return `(${this.#one(node.left)} ${node.operator} ${this.#one(node.right)})${span}`;
      case "logical": {
        const operands = flatOperands(node, node.operator).map((operand) => this.#one(operand));
        return `(${operands.join(` ${node.operator} `)})`;
      }
      case "compare": {
        const rest = node.comparators.map((right, index) => ` ${node.operators[index] ?? ""} ${this.#one(right)}`);
        return `(${this.#one(node.left)}${rest.join("")})${span}`;
      }
      case "conditional":
        return `(${this.#one(node.body)} if ${this.#one(node.test)} else ${this.#one(node.otherwise)})${span}`;
      case "named":
        return `(${this.#one(node.target)} := ${this.#one(node.value)})${span}`;
      case "lambda":
        return `lambda${this.#parameters(node.parameters)}:${this.#one(node.body)}${span}`;
      case "call":
        return `${this.#one(node.callee)}(${this.#arguments(node.arguments)})${span}`;
      case "attribute":
        return `${this.#one(node.object)}.${node.attribute.id}${span}`;
      case "subscript":
        return `${this.#one(node.object)}[${this.#one(node.index)}]${span}`;
      case "slice":
        return `${this.#one(node.lower)}:${this.#one(node.upper)}:${this.#one(node.step)}`;
      case "starred":
        return `*${this.#one(node.value)}`;
      case "yield":
        return `(yield ${node.from ? "from " : ""}${this.#one(node.value)})${span}`;
      case "await":
        return `(${node.kind} ${this.#one(node.value)})${span}`;
      case "comprehension": {
        const clauses = node.clauses.map(
          ({ target, iterable, conditions }) =>
            ` for ${this.#one(target)} in ${this.#one(iterable)} if ${this.#many(conditions)}`,
        );
        return `${node.result}(${this.#one(node.key)}:${this.#one(node.element)}${clauses.join("")})`;
      }
      case "invalid":
        return "INVALID";
    }
  }

  #formatted(parts: readonly (string | FormattedHole)[]): string {
    this.#formattedDepth++;
    const spelled = parts.map((part) =>
      typeof part === "string"
        ? this.#string(part)
        : `{${this.#one(part.value)}${isFormatted(part) ? " formatted" : ""}}`,
    );
    this.#formattedDepth--;
    return `formatted[${spelled.join(",")}]`;
  }

  #many(nodes: readonly Expression[]): string {
    return `[${nodes.map((node) => this.#one(node)).join(",")}]`;
  }

  #block(nodes: readonly Statement[]): string {
    return `[${nodes.map((node) => this.statement(node)).join(",")}]`;
  }

  #arguments(list: readonly Argument[]): string {
    const isKeyword = ({ name, stars }: Argument): boolean => name !== undefined || stars === 2;
    const positional = list
      .filter((argument) => !isKeyword(argument))
      .map(({ stars, value }) => (stars === 1 ? "*" : "") + this.#one(value));
    const keywords = list.filter(isKeyword).map(({ name, value }) => `${name?.id ?? "**"}=${this.#one(value)}`);
    return [...positional, ...keywords].join(",");
  }

  #parameters(list: readonly Parameter[]): string {
    const spelled = list.map(
      (parameter) =>
        `${parameter.form} ${parameter.name.id}:${this.#one(parameter.annotation)}=${this.#one(parameter.default)}`,
    );
    return `(${spelled.join(",")})`;
  }

  #pattern(pattern: Pattern): string {
    switch (pattern.kind) {
      case "wildcard":
        return "_";
      case "capture":
        return `capture ${pattern.name.id}`;
      case "value":
        // A complex number is a sum in CPython's tree, whose span would not say more.
        return pattern.value.kind === "float" && Number.isNaN(pattern.value.value)
          ? "complex"
          : this.#one(pattern.value);
      case "alternatives":
        return pattern.patterns.map((alternative) => this.#pattern(alternative)).join("|");
      case "as":
        return `${this.#pattern(pattern.pattern)} as ${pattern.name.id}`;
      case "sequence":
        return `sequence[${pattern.items.map((item) => this.#pattern(item)).join(",")}]`;
      case "class": {
        const parts = [
          ...pattern.items.map((item) => this.#pattern(item)),
          ...pattern.attributes.map(({ name, pattern: own }) => `${name.id}=${this.#pattern(own)}`),
        ];
        return `class ${this.#one(pattern.type)}(${parts.join(",")})`;
      }
      case "mapping": {
        const parts = pattern.entries.map(
          ({ key, pattern: own }) => `${this.#pattern({ kind: "value", value: key })}:${this.#pattern(own)}`,
        );
        return `mapping[${parts.join(",")}|${pattern.rest?.id ?? ""}]`;
      }
      case "structure":
        return `structure[${pattern.captures.map(({ id }) => id).join(",")}]`;
    }
  }

  #string(value: string): string {
    return this.#hasNamedEscapes ? "string" : asciiJson(value);
  }

  #span(span: Span): string {
    return this.#formattedDepth > 0 ? "" : `@${this.#offset + span.start}:${this.#offset + span.end}`;
  }
}

function spellImportedName({ name, alias }: { name: NameExpression; alias: NameExpression | undefined }): string {
  return `${name.id} as ${alias?.id ?? "-"}`;
}

function spellConstant(value: true | false | null | "ellipsis"): string {
  switch (value) {
    case true:
      return "True";
    case false:
      return "False";
    case null:
      return "None";
    case "ellipsis":
      return "Ellipsis";
  }
}

function flatOperands(node: Expression, operator: "and" | "or"): Expression[] {
  return node.kind === "logical" && node.operator === operator
    ? [...flatOperands(node.left, operator), node.right]
    : [node];
}

/** The bytes of a double, which Python and JavaScript print alike, unlike the number itself. */
function bits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

/** Python's `json.dumps` escapes all that is not printable ASCII. */
function asciiJson(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function isFormatted({ conversion, spec }: FormattedHole): boolean {
  return conversion !== undefined || spec !== undefined;
}
