import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { registerTypes } from "#contract/point/registers.ts";
import { halved, type PlannedRead, planReads, type Readable } from "#server/wire/modbus/pollPlan.ts";
import { holds } from "#tests/property.ts";

const at = (address: number, count = 1, rest: Partial<Readable> = {}): Readable => ({
  type: "holding",
  seconds: 10,
  address,
  count,
  ...rest,
});
const shown = (reads: readonly PlannedRead<Readable>[]) => reads.map(({ type, address, count }) => `${type} ${address}+${count}`);
const limits = { mostRegisters: 125, mostGap: 8 };

describe("the plan of what is read of a slave", () => {
  it("joins what lies together, over a gap that is allowed, and nothing of another type or interval", () => {
    expect(shown(planReads([at(4, 2), at(0, 4), at(14)], limits))).toEqual(["holding 0+15"]);
    expect(shown(planReads([at(0), at(10)], limits))).toEqual(["holding 0+1", "holding 10+1"]);
    expect(shown(planReads([at(0), at(1, 1, { type: "input" }), at(2, 1, { seconds: 60 })], limits))).toEqual([
      ...["holding 0+1", "input 1+1", "holding 2+1"],
    ]);
    expect(shown(planReads([at(0, 4), at(4, 4), at(8, 4)], { ...limits, mostRegisters: 8 }))).toEqual(["holding 0+8", "holding 8+4"]);
    expect(shown(planReads([at(0, 10), at(3)], { ...limits, mostRegisters: 8 }))).toEqual(["holding 3+1"]);
  });

  it("is halved where a slave refuses it, until what it refuses stands alone", () => {
    const [read] = planReads([at(0), at(0), at(1), at(2)], limits);
    const halves = read ? halved(read) : undefined;
    expect(shown(halves ?? [])).toEqual(["holding 0+1", "holding 1+2"]);
    expect(halves?.[0] && halved(halves[0])).toBeUndefined();
  });

  it("reads each register once, in as few reads as its limits allow, never beyond them and never across types", () => {
    const part = fc.record({
      type: fc.constantFrom(...registerTypes),
      seconds: fc.constantFrom(1, 10),
      address: fc.integer({ min: 0, max: 300 }),
      count: fc.constant(1),
    });
    holds(
      fc.property(fc.array(part, { maxLength: 80 }), fc.integer({ min: 1, max: 125 }), fc.nat(20), (parts, mostRegisters, mostGap) => {
        const reads = planReads<Readable>(parts, { mostRegisters, mostGap });
        expect(reads.flatMap((read) => read.parts)).toHaveLength(parts.length);
        for (const read of reads) {
          const bits = read.type === "coil" || read.type === "discrete";
          expect(read.count).toBeLessThanOrEqual(bits ? Math.min(2000, 16 * mostRegisters) : mostRegisters);
          for (const { type, seconds, address } of read.parts) {
            expect([type, seconds]).toEqual([read.type, read.seconds]);
            expect(address >= read.address && address < read.address + read.count).toBe(true);
          }
        }
        const places = reads.flatMap(({ type, seconds, address, count }) =>
          Array.from({ length: count }, (_, i) => `${type} ${seconds} ${address + i}`),
        );
        expect(new Set(places).size).toBe(places.length);
        // No read can take in the first register of the one after it.
        for (const [i, read] of reads.entries()) {
          const next = reads[i + 1];
          if (!next || next.type !== read.type || next.seconds !== read.seconds) continue;
          const bits = read.type === "coil" || read.type === "discrete";
          const most = bits ? Math.min(2000, 16 * mostRegisters) : mostRegisters;
          const tooFar = next.address - (read.address + read.count) > mostGap * (bits ? 16 : 1);
          expect(tooFar || next.address + 1 - read.address > most).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
