import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileFormula } from "#contract/formula.ts";
import { numberOfFraction } from "#contract/fraction.ts";
import { holds } from "#tests/property.ts";

function run(text: string, x: number): number {
  const formula = compileFormula(text);
  if (!formula.ok) throw new Error(`${text}: ${formula.reason} at ${formula.at}`);
  return formula.run(x);
}

interface Sample {
  text: string;
  value: (x: number) => number;
}

const operators: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
};

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("x", "X").map((text) => ({ text, value: (x: number) => x })),
    fc.constantFrom("0", "7", "0.1", ".5", "1e3", "2.5E-2", "12.").map((text) => ({ text, value: () => Number(text) })),
    tie("sample").map((inner) => ({ text: `-(${inner.text})`, value: (x: number) => -inner.value(x) })),
    fc.tuple(tie("sample"), fc.constantFrom(...Object.keys(operators)), tie("sample")).map(([left, operator, right]) => ({
      text: `(${left.text})${operator}(${right.text})`,
      value: (x: number) => (operators[operator] ?? Number)(left.value(x), right.value(x)),
    })),
  ),
}));

describe("compileFormula", () => {
  test("equals a reference evaluation for every tree of operators", () => {
    holds(
      fc.property(sample, fc.double({ noNaN: true, noDefaultInfinity: true }), (tree, x) => {
        fc.pre(tree.text.length <= 200);
        expect(run(tree.text, x)).toBe(tree.value(x));
      }),
    );
  });

  test("equals the language's own reading of chains without parentheses", () => {
    const operand = fc.constantFrom("2", "3.5", "-4", "+6", "8");
    holds(
      fc.property(operand, fc.array(fc.tuple(fc.constantFrom("+", "-", "*", "/", "%"), operand), { maxLength: 6 }), (first, rest) => {
        // The reference groups by two passes over a list, which shares nothing with a descent.
        const values = [Number(first)];
        const signs: string[] = [];
        for (const [operator, value] of rest) {
          if (operator === "+" || operator === "-") {
            signs.push(operator);
            values.push(Number(value));
          } else {
            const left = values.pop() ?? Number.NaN;
            values.push((operators[operator] ?? Number)(left, Number(value)));
          }
        }
        const expected = values.slice(1).reduce((total, value, i) => (signs[i] === "+" ? total + value : total - value), values[0] ?? 0);
        expect(run(first + rest.map(([operator, value]) => operator + value).join(""), 0)).toBe(expected);
      }),
    );
  });

  test("never throws and never reads past the fault that it names", () => {
    holds(
      fc.property(
        fc.oneof(fc.string({ maxLength: 220 }), fc.string({ unit: fc.constantFrom(..."x1.e+-*/%()"), maxLength: 40 })),
        (text) => {
          const formula = compileFormula(text);
          if (formula.ok) expect(typeof formula.run(1)).toBe("number");
          else expect(formula.at).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  test.each([
    ["", "empty", 0],
    [" ", "blank", 0],
    ["x *2", "blank", 1],
    ["x\n", "blank", 1],
    ["x\u00a0", "blank", 1],
    ["x^2", "character", 1],
    ["y+1", "character", 0],
    ["x×2", "character", 1],
    ["x+", "syntax", 2],
    ["2x", "syntax", 1],
    ["(x", "syntax", 2],
    ["x)", "syntax", 1],
    ["()", "syntax", 1],
    ["1e", "syntax", 1],
    ["1e999", "syntax", 0],
    ["1.2.3", "syntax", 3],
    ["x".repeat(201), "length", 200],
  ] as const)("refuses %j as %s at %i", (text, reason, at) => {
    expect(compileFormula(text)).toEqual({ ok: false, reason, at });
  });

  test("takes the deepest nesting that the length allows", () => {
    expect(run(`${"(".repeat(99)}x${")".repeat(99)}`, 3)).toBe(3);
    expect(run(`${"-".repeat(199)}x`, 3)).toBe(-3);
    expect(compileFormula("(".repeat(200))).toMatchObject({ ok: false, reason: "syntax" });
  });

  test("gives a number that is not finite for a division by zero", () => {
    expect(run("x/0", 1)).toBe(Number.POSITIVE_INFINITY);
    expect(run("x%0", 1)).toBeNaN();
  });

  test.each([
    ["x", true],
    ["x*10+5-x", true],
    ["-(x-1e3)*12.", true],
    ["x*0.1", false],
    ["x/1", false],
    ["x%7", false],
  ])("knows of %s whether whole numbers stay whole: %s", (text, whole) => {
    expect(compileFormula(text)).toMatchObject({ ok: true, whole });
  });

  test("gives exactly what doubles give nearly", () => {
    // Without differences and remainders no digits are lost on the way.
    const { positive } = fc.letrec<{ positive: Sample }>((tie) => ({
      positive: fc.oneof(
        { depthSize: "small" },
        fc.constant({ text: "x", value: (x: number) => x }),
        fc.constantFrom("7", "0.1", ".5", "1e3", "2.5E-2", "12.").map((text) => ({ text, value: () => Number(text) })),
        fc.tuple(tie("positive"), fc.constantFrom("+", "*", "/"), tie("positive")).map(([left, operator, right]) => ({
          text: `(${left.text})${operator}(${right.text})`,
          value: (x: number) => (operators[operator] ?? Number)(left.value(x), right.value(x)),
        })),
      ),
    }));
    holds(
      fc.property(positive, fc.integer({ min: 1, max: 1000 }), (tree, x) => {
        const nearly = tree.value(x);
        fc.pre(tree.text.length <= 200 && nearly > 1e-200 && nearly < 1e200);
        const formula = compileFormula(tree.text);
        const exact = formula.ok ? formula.exactly({ top: BigInt(x), over: 1n }) : undefined;
        expect((exact ? numberOfFraction(exact) : 0) / nearly).toBeCloseTo(1, 12);
      }),
    );
  });

  test("does not write out powers that no double has", () => {
    const formula = compileFormula("x+1e-999999999");
    expect(formula.ok && formula.exactly({ top: 1n, over: 1n })).toBeUndefined();
  });
});
