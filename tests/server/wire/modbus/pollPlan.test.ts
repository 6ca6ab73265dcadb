import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePoint } from "#contract/point/decode.ts";
import { type RegisterPlace, registerPlace, registerTypes } from "#contract/point/registers.ts";
import { type PlacedPoint, polledPoints } from "#server/wire/modbus/polling.ts";
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

const pointAt = (address: string, type: RegisterPlace["type"] | null): PlacedPoint => ({
  registers: {
    ...{ place: registerPlace(address, type), valueType: "uint16", startBit: null, endBit: null },
    ...{ byteOrder: "big", wordOrder: "big", coding: "binary", registers: null, pollSeconds: null },
  },
  compiled: compilePoint({
    ...{ id: address, address, name: address, nameEn: "", valueType: "uint16", startBit: null, endBit: null },
    ...{ integerDigits: null, decimals: null, min: null, max: null, receiveFormula: "", sendFormula: "", enumeration: [] },
    ...{ storeMode: 1, writable: false },
  }),
});

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

  it("is the same however the points of a template write their addresses, and no two kinds of register are read as one", () => {
    const classic = { coil: "0", discrete: "1", input: "3", holding: "4" } as const;
    const letters = { coil: "C", discrete: "DI", input: "IR", holding: "HR" } as const;
    const notations = {
      typed: ({ address }: RegisterPlace) => `${address}`,
      letters: ({ type, address }: RegisterPlace) => `${letters[type]}${address}`,
      hex: ({ type, address }: RegisterPlace) => `${letters[type].toLowerCase()}0x${address.toString(16)}`,
      classic: ({ type, address }: RegisterPlace) => `${classic[type]}${String(address + 1).padStart(4, "0")}`,
    } as const;
    const written = fc.record({
      type: fc.constantFrom(...registerTypes),
      address: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 65_535 })),
      notation: fc.constantFrom("typed", "letters", "hex", "classic"),
    });
    const pollSettings = { pollSeconds: 5, mostRegisters: 20, mostGap: 4 };
    holds(
      fc.property(fc.array(written, { maxLength: 40 }), (points) => {
        const placed = points.map(({ notation, ...place }) =>
          pointAt(notations[notation](place), notation === "typed" ? place.type : null),
        );
        const { reads, unread } = polledPoints(1, placed, pollSettings);
        expect(unread).toEqual([]);
        expect(shown(reads)).toEqual(
          shown(
            planReads(
              points.map(({ type, address }) => at(address, 1, { type, seconds: 5 })),
              pollSettings,
            ),
          ),
        );
        for (const read of reads)
          for (const { point, address } of read.parts) {
            expect(point.registers.place).toEqual({ type: read.type, address });
            expect(address >= read.address && address < read.address + read.count).toBe(true);
          }
      }),
      { numRuns: 300 },
    );
  });

  it("leaves out a point whose letters name another kind than its register type, and says so", () => {
    const { reads, unread } = polledPoints(3, [pointAt("C0", "holding"), pointAt("HR0", "holding"), pointAt("C0", null)], {
      ...{ pollSeconds: 5, mostRegisters: 20, mostGap: 4 },
    });
    expect(shown(reads)).toEqual(["holding 0+1", "coil 0+1"]);
    expect(unread.map(({ fault }) => fault)).toEqual([{ code: "notRegister", values: { slave: 3, address: "C0" } }]);
  });
});
