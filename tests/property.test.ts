import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedSeed, holds } from "./property.ts";

const drawn = (times: number): number[][] => {
  const values: number[] = [];
  holds(
    fc.property(fc.integer(), (value) => void values.push(value)),
    { numRuns: times * 2 },
  );
  return [values.slice(0, times), values.slice(times)];
};

describe("a property", () => {
  it("is tried with the same values every time, and with new ones beside them", () => {
    const [[same, anew], [sameAgain, anewAgain]] = [drawn(20), drawn(20)];
    expect(same).toEqual(sameAgain);
    expect(anew).not.toEqual(anewAgain);
  });

  it("that fails tells its seed and its counterexample, waited for or not", async () => {
    const told = [`seed: ${fixedSeed}`, "Counterexample: [10]"];
    const failing = (): void => holds(fc.property(fc.nat(), (value) => value < 10));
    for (const part of told) expect(failing).toThrow(part);
    const late = holds(fc.asyncProperty(fc.nat(), async (value) => value < 10));
    await expect(late).rejects.toThrow(told[1]);
  });

  it("is tried by no test in another way", () => {
    const files = globSync("tests/**/*.test.{ts,tsx}");
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => /fc\.(assert|check)\(/.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});
