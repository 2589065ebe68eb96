/** Texts that values are put into: f-strings, `"{}".format(…)` and `"%s" % …`. */
import type { Conversion, FormattedExpression, FormattedHole } from "../syntax/ast.ts";
import type { Origin } from "../values/origin.ts";
import type { SymInt } from "../values/symbolic.ts";
import { asInt, number, type StringValue, text, type Value } from "../values/value.ts";
import { knownEntries } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { converted, formattedText, shown } from "./printing.ts";

/** A text in the making. A formula in it is as good as a number for a person, and not exact. */
class Composition {
  private readonly machine: Machine;
  private readonly pieces: (string | SymInt)[] = [];
  private readonly origins: (Origin | undefined)[] = [];
  private content = "";
  private exact = true;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  write(piece: string): void {
    this.content += piece;
    this.pieces.push(piece);
  }

  /** Writes a value as a conversion and a specification say; a specification that is not known is undefined. */
  put(value: Value, conversion: Conversion | undefined, spec: string | undefined): void {
    this.origins.push(value.origin);
    const printed = spec === undefined ? undefined : this.textOf(value, conversion, spec);
    if (printed !== undefined) {
      this.write(printed);
      return;
    }
    this.exact = false;
    const stand = shown(value, conversion);
    this.content += stand;
    this.pieces.push((spec === "" ? asInt(value) : undefined) ?? stand);
  }

  private textOf(value: Value, conversion: Conversion | undefined, spec: string): string | undefined {
    if (conversion === undefined) return formattedText(this.machine, value, spec);
    const written = converted(this.machine, value, conversion);
    return written === undefined ? undefined : formattedText(this.machine, text(written), spec);
  }

  value(origin?: (inputs: readonly (Origin | undefined)[]) => Origin): StringValue {
    const { content: value, exact, pieces } = this;
    return { kind: "string", value, exact, parts: exact ? undefined : pieces, origin: origin?.(this.origins) };
  }
}

/** `f"…{value!r:spec}…"` */
export function formatted(machine: Machine, frame: Frame, e: FormattedExpression): StringValue {
  return composed(machine, frame, e.parts).value((inputs) => machine.origin("computed", frame, e, inputs));
}

function composed(machine: Machine, frame: Frame, parts: readonly (string | FormattedHole)[]): Composition {
  const composition = new Composition(machine);
  for (const part of parts) {
    if (typeof part === "string") {
      composition.write(part);
      continue;
    }
    const value = evaluate(machine, frame, part.value);
    const spec = part.spec === undefined ? undefined : composed(machine, frame, part.spec).value();
    composition.put(value, part.conversion, spec === undefined ? "" : spec.exact ? spec.value : undefined);
  }
  return composition;
}

/** Undefined where an argument is not there, or an attribute or an item of one is asked for. */
type Arguments = (name: string | number) => Value | undefined;

/** `"…{0!r:>{width}}…".format(…)`; undefined for a template that Python refuses, or that asks for more than is known. */
export function filledTemplate(machine: Machine, template: string, given: Arguments): StringValue | undefined {
  let next = 0;
  const fill = (part: string, isSpec: boolean): Composition | undefined => {
    const composition = new Composition(machine);
    const pieces = part.split(isSpec ? specHole : hole);
    for (const [i, piece] of pieces.entries()) {
      if (i % 2 === 0) {
        if (/[{}]/.test(piece)) return undefined;
        composition.write(piece);
      } else if (piece === "{{" || piece === "}}") composition.write(piece.charAt(0));
      else {
        const [, name = "", conversion, spec = ""] = /^\{(\w*)(?:!([rsa]))?(?::(.*))?\}$/s.exec(piece) ?? [
          undefined,
          ".",
        ];
        const value = /^\d*$/.test(name) ? given(name === "" ? next++ : Number(name)) : given(name);
        const inner = spec === "" ? undefined : fill(spec, true)?.value();
        if (value === undefined || (spec !== "" && inner === undefined)) return undefined;
        composition.put(
          value,
          conversion as Conversion | undefined,
          inner === undefined ? "" : inner.exact ? inner.value : undefined,
        );
      }
    }
    return composition;
  };
  return fill(template, false)?.value();
}

const hole = /(\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})/;
const specHole = /(\{[^{}]*\})/;

const mark = /%(?:\((\w+)\))?([-+ #0]*)(\*|\d+)?(?:\.(\d+))?[hlL]?(.)/gs;

/** `template % values`; undefined for a template that Python refuses, or that asks for more than is known. */
export function filledByPercent(machine: Machine, template: string, values: Value): StringValue | undefined {
  const items = values.kind === "tuple" ? [...values.items] : [values];
  const named = values.kind === "object" && values.identity.type === "dict" ? knownEntries(machine, values) : undefined;
  const composition = new Composition(machine);
  let end = 0;
  for (const match of template.matchAll(mark)) {
    const [all, key, flags = "", width, precision, type = ""] = match;
    composition.write(template.slice(end, match.index));
    end = match.index + all.length;
    if (all === "%%") {
      composition.write("%");
      continue;
    }
    const value = key === undefined ? items.shift() : named?.get(key);
    const spec = specOfPercent(flags, width, precision, type);
    if (value === undefined || spec === undefined) return undefined;
    const conversion = type === "r" || type === "s" || type === "a" ? type : undefined;
    composition.put(conversion === undefined ? numberFor(type, value) : value, conversion, spec);
  }
  const rest = template.slice(end);
  if (rest.includes("%") || (items.length > 0 && named === undefined)) return undefined;
  composition.write(rest);
  return composition.value();
}

/** What `format` is to be told; undefined for what it does otherwise. */
function specOfPercent(flags: string, width = "", precision: string | undefined, type: string): string | undefined {
  if (width === "*" || !/^[diursaxXofFeEgG]$/.test(type)) return undefined;
  const exact = precision === undefined ? "" : `.${precision}`;
  if (/[rsa]/.test(type)) {
    const align = width === "" ? "" : flags.includes("-") ? "<" : ">";
    return /[+ #0]/.test(flags) ? undefined : `${align}${width}${exact}`;
  }
  const isWhole = /[diuxXo]/.test(type);
  if (isWhole && precision !== undefined) return undefined;
  const sign = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const alternate = flags.includes("#") ? "#" : "";
  const left = flags.includes("-");
  const fill = left ? "" : flags.includes("0") ? "0" : "";
  if (flags === "" && width === "" && isWhole && /[diu]/.test(type)) return "";
  return `${left ? "<" : ""}${sign}${alternate}${fill}${width}${exact}${/[iu]/.test(type) ? "d" : type}`;
}

/** `%d` cuts a float, and writes a truth value as a number. */
function numberFor(type: string, value: Value): Value {
  if (/[diu]/.test(type) && value.kind === "float")
    return value.value === undefined ? value : number(Math.trunc(value.value), value.origin);
  const whole = value.kind === "bool" ? asInt(value) : undefined;
  return whole === undefined ? value : { kind: "int", value: whole, origin: value.origin };
}
