import { calculate, type Fraction, fractionOf } from "#contract/fraction.ts";

/** The longest formula a data point may have. */
export const formulaLength = 200;

export type FormulaFault = "empty" | "blank" | "character" | "syntax" | "length";
export interface CompiledFormula {
  ok: true;
  run(x: number): number;
  /** The same without any rounding; undefined for a division by zero and for powers that no double has. */
  exactly(x: Fraction): Fraction | undefined;
  /** Whether a whole number goes to a whole number whatever it is: sums, differences and products of x and whole constants. */
  whole: boolean;
}
export type Formula = CompiledFormula | { ok: false; at: number; reason: FormulaFault };

type Operator = "+" | "-" | "*" | "/" | "%";
type Term =
  | { kind: "x" }
  | { kind: "constant"; written: string }
  | { kind: "negative"; of: Term }
  | { kind: "joined"; operator: Operator; left: Term; right: Term };

const numeral = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;

/**
 * Compiles a data point's formula over `x`: numbers, `+ - * / %`, parentheses, signs. `at` is the offset of the first fault.
 * A division by zero runs to a number that is not finite; the caller treats it as an invalid reading.
 */
export function compileFormula(text: string): Formula {
  const refuse = (reason: FormulaFault, at: number): Formula => ({ ok: false, at, reason });
  if (text === "") return refuse("empty", 0);
  if (text.length > formulaLength) return refuse("length", formulaLength);
  const blank = text.search(/\s/);
  if (blank >= 0) return refuse("blank", blank);
  const illegal = text.search(/[^0-9.eExX+\-*/%()]/);
  if (illegal >= 0) return refuse("character", illegal);

  // The length limit bounds the depth of this descent, and of what walks over its terms.
  let at = 0;
  const sum = () => chain("+-", product);
  const product = () => chain("*/%", signed);

  function chain(operators: string, operand: () => Term | undefined): Term | undefined {
    let left = operand();
    while (left !== undefined && at < text.length && operators.includes(text.charAt(at))) {
      const operator = text.charAt(at++) as Operator;
      const right = operand();
      left = right === undefined ? undefined : { kind: "joined", operator, left, right };
    }
    return left;
  }

  function signed(): Term | undefined {
    const sign = text[at];
    if (sign !== "+" && sign !== "-") return primary();
    at += 1;
    const of = signed();
    return of === undefined || sign === "+" ? of : { kind: "negative", of };
  }

  function primary(): Term | undefined {
    const first = text[at];
    if (first === "x" || first === "X") {
      at += 1;
      return { kind: "x" };
    }
    if (first === "(") {
      at += 1;
      const inner = sum();
      if (inner === undefined || text[at] !== ")") return undefined;
      at += 1;
      return inner;
    }
    numeral.lastIndex = at;
    const digits = numeral.exec(text)?.[0];
    if (digits === undefined || !Number.isFinite(Number(digits))) return undefined;
    at += digits.length;
    return { kind: "constant", written: digits };
  }

  const term = sum();
  if (term === undefined || at < text.length) return refuse("syntax", at);
  const run = runnerOf(term);
  return {
    ok: true,
    run: typeof run === "number" ? () => run : run,
    exactly: (x) => exactlyOf(term, x),
    whole: isWhole(term),
  };
}

function isWhole(term: Term): boolean {
  if (term.kind === "x") return true;
  if (term.kind === "constant") return Number.isInteger(Number(term.written)) && fractionOf(term.written) !== undefined;
  if (term.kind === "negative") return isWhole(term.of);
  return "+-*".includes(term.operator) && isWhole(term.left) && isWhole(term.right);
}

function exactlyOf(term: Term, x: Fraction): Fraction | undefined {
  if (term.kind === "x") return x;
  if (term.kind === "constant") return fractionOf(term.written);
  if (term.kind === "negative") {
    const of = exactlyOf(term.of, x);
    return of && { top: -of.top, over: of.over };
  }
  const left = exactlyOf(term.left, x);
  const right = exactlyOf(term.right, x);
  return left && right && calculate(term.operator, left, right);
}

type Runner = number | ((x: number) => number);

function runnerOf(term: Term): Runner {
  if (term.kind === "x") return (x) => x;
  if (term.kind === "constant") return Number(term.written);
  if (term.kind === "negative") {
    const of = runnerOf(term.of);
    return typeof of === "number" ? -of : (x) => -of(x);
  }
  return combine(term.operator, runnerOf(term.left), runnerOf(term.right));
}

function combine(operator: Operator, left: Runner, right: Runner): Runner {
  if (typeof left === "number" && typeof right === "number") return join(operator, () => left, right)(0);
  return join(operator, typeof left === "number" ? () => left : left, right);
}

function join(operator: Operator, left: (x: number) => number, right: Runner): (x: number) => number {
  if (typeof right === "number") {
    if (operator === "+") return (x) => left(x) + right;
    if (operator === "-") return (x) => left(x) - right;
    if (operator === "*") return (x) => left(x) * right;
    return operator === "/" ? (x) => left(x) / right : (x) => left(x) % right;
  }
  if (operator === "+") return (x) => left(x) + right(x);
  if (operator === "-") return (x) => left(x) - right(x);
  if (operator === "*") return (x) => left(x) * right(x);
  return operator === "/" ? (x) => left(x) / right(x) : (x) => left(x) % right(x);
}
