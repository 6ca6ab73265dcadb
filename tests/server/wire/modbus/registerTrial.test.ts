import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codings, orders, registerCount, registerTypes } from "#contract/point/registers.ts";
import { valueTypes } from "#contract/pointValue.ts";
import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { pointColumns } from "#server/catalog/pointRows.ts";
import { isBits } from "#server/wire/modbus/polling.ts";
import { orderLetters, triedOrders, triedRegisters, triedWrite } from "#server/wire/modbus/registerTrial.ts";
import { rawOf } from "#server/wire/modbus/registerValue.ts";
import { TrialFault, typedFrame, typedRegisters } from "#server/wire/modbus/trialInput.ts";
import { type CompiledRow, compiledPoint } from "#server/wire/registry.ts";
import { holds } from "#tests/property.ts";

const told = { language: "en", slave: 1 } as const;

const pointOf = (fields: object): CompiledRow => {
  const point = pointFields.parse({ recipeId: "r", name: "P", address: "40001", valueType: "uint16", writable: true, ...fields });
  const row = { id: "p", recipe_id: "r", version: 1, updated_at: 0, updated_by: "", kept: false, ...pointColumns(point) };
  return compiledPoint(row);
};
const tried = (fields: object, ...words: number[]) => triedRegisters(pointOf(fields), { type: "holding", start: 0, words }, told);
const stepsOf = ({ steps }: Pick<ReturnType<typeof tried>, "steps">) =>
  steps.map(({ step, by, registers, value }) => [step, by, registers.map((word) => word.toString(16).padStart(4, "0")).join(" ") || value]);

describe("registers that are tried on a data point", () => {
  it("are told step by step: orders, type, formula, digits", () => {
    const fields = { valueType: "int32", byteOrder: "little", wordOrder: "little", receiveFormula: "x/10+2", decimals: 0, min: 0 };
    const outcome = tried(fields, 0x18fc, 0xffff);
    expect(stepsOf(outcome)).toEqual([
      ["received", "", "18fc ffff"],
      ["byteOrder", "little", "fc18 ffff"],
      ["wordOrder", "little", "ffff fc18"],
      ["taken", "signed", "-1000"],
      ["formula", "(-1000)/10+2", "-98"],
      ["rounded", "0", "-98"],
    ]);
    expect([outcome.value, outcome.beyond, outcome.fault]).toEqual([-98, "min", ""]);
  });

  it("are told with the bits that the point takes, with all digits, and with what would not be stored", () => {
    expect(stepsOf(tried({ valueType: "int16", startBit: 4, endBit: 7 }, 0xabcd)).slice(3)).toEqual([
      ["taken", "unsigned", "43981"],
      ["bits", "4-7", "12"],
      ["sign", "int16", "-4"],
    ]);
    const wide = tried({ valueType: "uint64", max: 10 }, 0xffff, 0xffff, 0xffff, 0xfffe);
    expect([wide.value, wide.beyond, stepsOf(wide).at(-1)]).toEqual([
      "18446744073709551614",
      "max",
      ["taken", "unsigned", "18446744073709551614"],
    ]);
    expect(tried({ valueType: "float32" }, 0x7fc0, 0).fault).toBe(
      "Slave 1, point address 40001: value or formula result is not a finite number",
    );
    expect(tried({ coding: "bcd" }, 0x12ab).fault).toContain("value of the wrong data type");
    expect(tried({ valueType: "text", registers: 2 }, 0, 0).fault).toBe("The text is empty, and nothing is stored");
    expect(tried({ valueType: "float32" }, 0x41bc).fault).toBe("The data point takes addresses 0–1, and what was given ends at 0");
  });

  it("are read in each of the orders side by side", () => {
    const orderOf = (fields: object, ...words: number[]) =>
      triedOrders(pointOf(fields), { type: "holding", start: 0, words }, told).map(({ letters, value }) => [letters, value]);
    expect(Object.fromEntries(orderOf({ valueType: "float32", decimals: 1 }, 0, 0x41bc))).toMatchObject({ ABCD: 0, CDAB: 23.5 });
    expect(orderOf({}, 0x0102)).toEqual([
      ["AB", 0x0102],
      ["BA", 0x0201],
    ]);
    expect(orderOf({ valueType: "text", registers: 2, wordOrder: "little" }, 0x4142, 0x4344)).toEqual([
      ["ABCD", "ABCD"],
      ["BADC", "BADC"],
    ]);
    expect(orders.flatMap((wordOrder) => orders.map((byteOrder) => orderLetters(4, { byteOrder, wordOrder })))).toEqual([
      ...["ABCDEFGH", "BADCFEHG", "GHEFCDAB", "HGFEDCBA"],
    ]);
  });

  const anyPoint = fc.record({
    valueType: fc.constantFrom(...valueTypes),
    byteOrder: fc.constantFrom(...orders),
    wordOrder: fc.constantFrom(...orders),
    coding: fc.constantFrom(...codings),
    registerType: fc.constantFrom(...registerTypes),
    address: fc.constant("0"),
    startBit: fc.option(fc.integer({ min: 0, max: 12 })),
    endBit: fc.option(fc.integer({ min: 12, max: 63 })),
    receiveFormula: fc.constantFrom("", "x*0.1", "x/0", "x-40", "(x-4000)*0.00625"),
    decimals: fc.option(fc.integer({ min: 0, max: 4 })),
    registers: fc.option(fc.integer({ min: 1, max: 6 })),
  });
  const words = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });

  it("come to what a polled reading of the same registers comes to", () => {
    holds(
      fc.property(anyPoint, words, (fields, read) => {
        const point = pointOf(fields);
        const { type } = point.registers.place ?? { type: "holding" };
        const bits = isBits(type);
        const given = bits ? read.map((word) => word & 1) : read;
        const raw = bits ? given[0] === 1 : rawOf(given.slice(0, registerCount(point.registers)), point.registers);
        const stored = raw === undefined ? undefined : point.compiled.decode(raw);
        const outcome = triedRegisters(point, { type, start: 0, words: given }, told);
        expect(outcome.value).toBe(stored?.ok ? stored.value : null);
        expect(outcome.fault === "").toBe(stored?.ok ?? false);
        expect(outcome.beyond !== null).toBe(stored?.ok ? stored.outOfRange : false);
      }),
      { numRuns: 2000 },
    );
  });

  it("come back where what a command would write is read again, in every width, order and coding", () => {
    const shown = fc.record({
      valueType: fc.constantFrom("int16", "uint16", "int32", "uint32", "int64", "uint64"),
      byteOrder: fc.constantFrom(...orders),
      wordOrder: fc.constantFrom(...orders),
      coding: fc.constantFrom(...codings),
    });
    holds(
      fc.property(shown, fc.nat({ max: 9999 }), (fields, value) => {
        const point = pointOf({ ...fields, receiveFormula: "x/10", sendFormula: "x*10" });
        const written = triedWrite(point, String(value / 10), "rtu", told);
        expect(written.fault).toBe("");
        expect(triedRegisters(point, { type: "holding", start: 0, words: written.registers }, told).value).toBe(value / 10);
      }),
      { numRuns: 600 },
    );
  });
});

describe("a value that is tried as a command", () => {
  it("is told from its limits to the frame, and the bits that it leaves alone", () => {
    const point = pointOf({ receiveFormula: "x/10", sendFormula: "x*10", max: 100, decimals: 1 });
    const written = triedWrite(point, "21.5", "rtu", told);
    expect(stepsOf(written)).toEqual([["sendFormula", "21.5*10", "215"]]);
    expect(written).toMatchObject({ raw: "215", registers: [215], frames: ["0106000000d7c994"], keepsBits: false, fault: "" });
    const tcp = triedWrite(pointOf({ address: "3", registerType: "coil", valueType: "bool" }), "true", "tcp", told);
    expect(tcp.frames).toEqual(["0000000000060105" + "0003ff00"]);
    expect(triedWrite(pointOf({ startBit: 4, endBit: 7 }), "5", "rtu", told)).toMatchObject({ registers: [0x50], keepsBits: true });
  });

  it("is refused in the words of a command", () => {
    const fault = (fields: object, value: string) => triedWrite(pointOf(fields), value, "rtu", told).fault;
    expect(fault({ max: 100, unit: "kW" }, "101")).toContain("must be at most 100 kW");
    expect(fault({ writable: false }, "1")).toBe("Data point P is read-only");
    expect(fault({ address: "30001" }, "1")).toContain("no register address that can be written");
    expect(fault({ valueType: "uint32", coding: "bcd" }, "123456789")).toContain("does not fit the registers");
    expect(fault({}, "a")).toContain("not a value of type uint16");
  });
});

describe("what is typed to be tried", () => {
  const faultOf = (work: () => unknown): string => {
    try {
      work();
    } catch (fault) {
      if (fault instanceof TrialFault) return fault.message;
      throw fault;
    }
    return "";
  };

  it("is registers in decimal, with a sign and in hexadecimal digits, or bits", () => {
    expect(typedRegisters(" 0x1234, 65535;-1\n−32768 +7 ", false, "en")).toEqual([0x1234, 0xffff, 0xffff, 0x8000, 7]);
    expect(typedRegisters("0 1", true, "en")).toEqual([0, 1]);
    expect(faultOf(() => typedRegisters("12 ABCD", false, "en"))).toBe("“ABCD” is no register: write 4660, -1 or 0x1234");
    expect(faultOf(() => typedRegisters("65536", false, "en"))).toContain("65536 does not fit a register");
    expect(faultOf(() => typedRegisters("2", true, "en"))).toContain("write 0 or 1");
  });

  const frame = (text: string, framing: "rtu" | "tcp" = "rtu") => typedFrame(text, framing, "40001", "en");

  it("is a whole answer of Modbus RTU or TCP, with its parts told", () => {
    expect(frame("01 03 04 41 BC 00 00 2F EB")).toEqual({
      frame: { unit: 1, fn: 3, exception: null, bytes: 4, transaction: null, crc: "2FEB", rightCrc: "2FEB" },
      type: "holding",
      words: [0x41bc, 0],
    });
    expect(frame("0x0007 0000 0005 02 04 02 00D7", "tcp")).toEqual({
      frame: { unit: 2, fn: 4, exception: null, bytes: 2, transaction: 7, crc: null, rightCrc: null },
      type: "input",
      words: [215],
    });
    expect(frame("01010105918B").words).toEqual([1, 0, 1, 0, 0, 0, 0, 0]);
  });

  it("is refused as the server refuses it, and says why", () => {
    const fault = (text: string, framing?: "rtu" | "tcp") => faultOf(() => frame(text, framing));
    expect(fault("01 03 04 41 BC 00 00 EE 2E")).toBe("The CRC is EE2E and should be 2FEB: the server ignores such a response");
    expect(fault("0103")).toContain("not whole");
    expect(fault("01 03 0")).toContain("Write bytes");
    expect(fault("0007 0001 0005 02 04 02 00D7", "tcp")).toContain("header is wrong");
    expect(fault("0007 0000 0005 02 04 03 00D7", "tcp")).toContain("says 3 bytes of data and has 2");
    expect(fault("0007 0000 0006 02 06 0000 00D7", "tcp")).toContain("Function 6 does not read");
    expect(fault("0007 0000 0003 02 83 02", "tcp")).toBe(
      "Slave 2 has no register for point address 40001 (exception 02, illegal data address)",
    );
  });

  it("never makes anything but a fault of rubbish", () => {
    const rubbish = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString("hex")),
    );
    holds(
      fc.property(rubbish, fc.constantFrom("rtu" as const, "tcp" as const), (text, framing) => {
        faultOf(() => typedFrame(text, framing, "1", "zh"));
        faultOf(() => typedRegisters(text, false, "zh"));
        expect(typeof triedWrite(pointOf({ valueType: "float64" }), text, framing, told).fault).toBe("string");
      }),
      { numRuns: 1000 },
    );
  });
});
