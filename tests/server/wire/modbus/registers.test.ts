import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codings, orders, registerCount, registerPlace, registerTypes } from "#contract/point/registers.ts";
import { valueTypes } from "#contract/pointValue.ts";
import { bitsOf, type RegisterLayout, rawOf, registersOf } from "#server/wire/modbus/registerValue.ts";
import { holds } from "#tests/property.ts";

const plain: RegisterLayout = {
  ...{ valueType: "uint32", startBit: null, endBit: null, byteOrder: "big", wordOrder: "big", coding: "binary", registers: null },
};
const layoutOf = (rest: Partial<RegisterLayout>): RegisterLayout => ({ ...plain, ...rest });

describe("values in registers", () => {
  it("are read in each of the four orders", () => {
    const value = 0x12345678;
    const inOrder = { ABCD: [0x1234, 0x5678], CDAB: [0x5678, 0x1234], BADC: [0x3412, 0x7856], DCBA: [0x7856, 0x3412] };
    const layouts = {
      ABCD: layoutOf({}),
      CDAB: layoutOf({ wordOrder: "little" }),
      BADC: layoutOf({ byteOrder: "little" }),
      DCBA: layoutOf({ byteOrder: "little", wordOrder: "little" }),
    };
    for (const name of ["ABCD", "CDAB", "BADC", "DCBA"] as const) {
      expect(rawOf(inOrder[name], layouts[name]), name).toBe(value);
      expect(registersOf(value, layouts[name]), name).toEqual(inOrder[name]);
    }
    expect(rawOf([0x4148, 0], layoutOf({ valueType: "float32" }))).toBe(12.5);
    expect(rawOf([0xffff, 0xfffe], layoutOf({ valueType: "int32" }))).toBe(-2);
    expect(rawOf([0xfffe], layoutOf({ valueType: "int16" }))).toBe(-2);
    expect(rawOf([0xffff, 0xffff, 0xffff, 0xffff], layoutOf({ valueType: "uint64" }))).toBe("18446744073709551615");
    expect(rawOf([0x4028, 0, 0, 0], layoutOf({ valueType: "float64" }))).toBe(12);
  });

  it("as decimal digits are BCD, and no number where one is none", () => {
    const bcd = layoutOf({ coding: "bcd", valueType: "uint32" });
    expect(rawOf([0x1234, 0x5678], bcd)).toBe(12_345_678);
    expect(registersOf(12_345_678, bcd)).toEqual([0x1234, 0x5678]);
    expect(rawOf([0x12, 0x34ea], bcd)).toBe("BCD 001234ea");
    expect(registersOf(123_456_789, bcd)).toBeUndefined();
    expect(registersOf(-1, bcd)).toBeUndefined();
  });

  it("as texts end with the first NUL, and are refused where they are too long", () => {
    const text = layoutOf({ valueType: "text", registers: 3, wordOrder: "little" });
    expect(rawOf([0x4142, 0x4344, 0], text)).toBe("ABCD");
    expect(rawOf([0x4241, 0x4443, 0x2020], { ...text, byteOrder: "little" })).toBe("ABCD");
    expect(rawOf([0, 0, 0], text)).toBeUndefined();
    expect(registersOf("水泵", text)).toEqual([0xe6b0, 0xb4e6, 0xb3b5]);
    expect(registersOf("水泵 1", text)).toBeUndefined();
    expect(registerCount({ ...text, registers: null })).toBe(1);
  });

  it("that take bits have the whole register, and say which bits are theirs", () => {
    const bits = layoutOf({ valueType: "uint16", startBit: 4, endBit: 7 });
    expect(rawOf([0xabcd], bits)).toBe(0xabcd);
    expect(bitsOf(bits)).toEqual([0x00f0]);
    expect(bitsOf(layoutOf({ valueType: "bool", startBit: 17, endBit: null, wordOrder: "little" }))).toEqual([0, 0b10]);
    expect(bitsOf(layoutOf({ valueType: "uint16", startBit: 4, endBit: 7, byteOrder: "little" }))).toEqual([0xf000]);
    expect(bitsOf(layoutOf({ valueType: "uint32" }))).toEqual([0xffff, 0xffff]);
  });

  it("come back as they were written, in every type, order and coding", () => {
    const layouts = fc.record({
      valueType: fc.constantFrom(...valueTypes.filter((type) => type !== "text" && !type.startsWith("float"))),
      byteOrder: fc.constantFrom(...orders),
      wordOrder: fc.constantFrom(...orders),
      coding: fc.constantFrom(...codings),
    });
    holds(
      fc.property(layouts, fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 }), (rest, words) => {
        const layout = layoutOf(rest);
        const registers = words.slice(0, registerCount(layout));
        const raw = rawOf(registers, layout);
        if (typeof raw === "string" && raw.startsWith("BCD")) return;
        expect(raw !== undefined && registersOf(raw, layout)).toEqual(registers);
      }),
      { numRuns: 600 },
    );
    holds(
      fc.property(fc.constantFrom(...orders), fc.constantFrom(...orders), fc.double({ noNaN: true }), (byteOrder, wordOrder, value) => {
        const wide = layoutOf({ valueType: "float64", byteOrder, wordOrder });
        expect(rawOf(registersOf(value, wide) ?? [], wide)).toBe(value);
        const narrow = { ...wide, valueType: "float32" } as const;
        expect(rawOf(registersOf(Math.fround(value), narrow) ?? [], narrow)).toBe(Math.fround(value));
      }),
    );
  });

  it("that do not fit are not written", () => {
    expect(registersOf(65_536, layoutOf({ valueType: "uint16" }))).toBeUndefined();
    expect(registersOf(1.5, layoutOf({ valueType: "uint16" }))).toBeUndefined();
    expect(registersOf(true, layoutOf({ valueType: "bool" }))).toEqual([1]);
    expect(registersOf("18446744073709551615", layoutOf({ valueType: "uint64" }))).toEqual([0xffff, 0xffff, 0xffff, 0xffff]);
  });
});

describe("the address of a register", () => {
  it("is what is sent where the type is said, and the classic notation where it is not", () => {
    expect(
      ["40001", "30010", "10003", "00001", "465536", "107", "0x006B", "0x9c41"].map((address) => registerPlace(address, null)),
    ).toEqual([
      ...[
        { type: "holding", address: 0 },
        { type: "input", address: 9 },
        { type: "discrete", address: 2 },
        { type: "coil", address: 0 },
      ],
      ...[
        { type: "holding", address: 65_535 },
        { type: "holding", address: 107 },
      ],
      ...[
        { type: "holding", address: 0x6b },
        { type: "holding", address: 40_001 },
      ],
    ]);
    for (const type of registerTypes) {
      expect(registerPlace("40001", type)).toEqual({ type, address: 40_001 });
      expect(registerPlace("0x006b", type)).toEqual({ type, address: 107 });
    }
    for (const address of ["40000", "00000", "465537", "20001", "65000", "temp", "1e3", "-1", ""])
      expect(registerPlace(address, null), address).toBe(undefined);
    for (const address of ["65536", "0x10000", "temp", "1.5"]) expect(registerPlace(address, "holding"), address).toBe(undefined);
  });

  it("is named by letters in front of what is sent, which no register type beside them contradicts", () => {
    const letters = { coil: "C", discrete: "DI", input: "IR", holding: "HR" } as const;
    holds(
      fc.property(
        fc.constantFrom(...registerTypes),
        fc.integer({ min: 0, max: 65_535 }),
        fc.boolean(),
        fc.boolean(),
        (type, address, isHex, isSmall) => {
          const text = `${letters[type]}${isHex ? `0x${address.toString(16)}` : address}`;
          const written = isSmall ? text.toLowerCase() : text;
          expect(registerPlace(written, null)).toEqual({ type, address });
          for (const beside of registerTypes)
            expect(registerPlace(written, beside)).toEqual(beside === type ? { type, address } : undefined);
        },
      ),
      { numRuns: 400 },
    );
    expect(registerPlace("HR40001", null)).toEqual({ type: "holding", address: 40_001 });
    for (const address of ["C", "HR", "C65536", "DI0x10000", "IR-1", "HR1.5", "HRHR0", "C0x", "COIL0", "D0", "I0", "H0"])
      expect(registerPlace(address, null), address).toBe(undefined);
  });
});
