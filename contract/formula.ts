/** The longest formula a data point may have. */
export const formulaLength = 200;

export type FormulaFault = "empty" | "blank" | "character" | "syntax" | "length";
export type Formula = { ok: true; run: (x: number) => number } | { ok: false; at: number; reason: FormulaFault };

type Term = number | ((x: number) => number);

const numeral = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

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

  // The length limit bounds the depth of this descent, and of the closures that come out of it.
  let at = 0;
  const sum = () => chain("+-", product);
  const product = () => chain("*/%", signed);

  function chain(operators: string, operand: () => Term | undefined): Term | undefined {
    let left = operand();
    while (left !== undefined && at < text.length && operators.includes(text.charAt(at))) {
      const operator = text.charAt(at++);
      const right = operand();
      left = right === undefined ? undefined : combine(operator, left, right);
    }
    return left;
  }

  function signed(): Term | undefined {
    const sign = text[at];
    if (sign !== "+" && sign !== "-") return primary();
    at += 1;
    const term = signed();
    if (term === undefined || sign === "+") return term;
    return typeof term === "number" ? -term : (x) => -term(x);
  }

  function primary(): Term | undefined {
    const first = text[at];
    if (first === "x" || first === "X") {
      at += 1;
      return (x) => x;
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
    return Number(digits);
  }

  const term = sum();
  if (term === undefined || at < text.length) return refuse("syntax", at);
  return { ok: true, run: typeof term === "number" ? () => term : term };
}

function combine(operator: string, left: Term, right: Term): Term {
  if (typeof left === "number" && typeof right === "number") return join(operator, () => left, right)(0);
  return join(operator, typeof left === "number" ? () => left : left, right);
}

function join(operator: string, left: (x: number) => number, right: Term): (x: number) => number {
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
