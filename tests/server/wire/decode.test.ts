import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePoint, type PointDefinition } from "#contract/point/decode.ts";
import { holds } from "#tests/property.ts";

function point(change: Partial<PointDefinition>) {
  return compilePoint({
    id: "p1",
    address: "40001",
    name: "温度",
    nameEn: "temperature",
    valueType: "int16",
    startBit: null,
    endBit: null,
    integerDigits: null,
    decimals: null,
    min: null,
    max: null,
    receiveFormula: "",
    sendFormula: "",
    enumeration: [],
    storeMode: 1,
    writable: true,
    ...change,
  });
}

const stored = (value: number | string) => ({ ok: true, value, outOfRange: false });
const fault = (reason: string) => ({ ok: false, reason });

describe("decode", () => {
  test("goes through bits, value type, receiving formula and rounding in this order", () => {
    const shifted = point({ valueType: "int16", startBit: 4, endBit: 11, receiveFormula: "x*0.125+1", decimals: 2 });
    expect(shifted.decode(0xff5f)).toEqual(stored(-0.38));
    expect(shifted.decode(0x0035)).toEqual(stored(1.38));
  });

  test.each([
    ["int16", 65535, stored(-1)],
    ["int16", -32768, stored(-32768)],
    ["int16", 65536, fault("overflow")],
    ["uint16", -1, fault("overflow")],
    ["uint16", "0x1F", stored(31)],
    ["int32", 4294967295, stored(-1)],
    ["int32", -2147483648, stored(-2147483648)],
    ["int32", -2147483649, fault("overflow")],
    ["uint16", 65535, stored(65535)],
    ["uint16", 65536, fault("overflow")],
    ["uint32", 4294967295, stored(4294967295)],
    ["uint32", 4294967296, fault("overflow")],
    ["int64", "9223372036854775807", stored("9223372036854775807")],
    ["int64", "18446744073709551615", stored(-1)],
    ["int64", "9223372036854775808", stored("-9223372036854775808")],
    ["uint64", "18446744073709551615", stored("18446744073709551615")],
    ["uint64", "0xFFFFFFFFFFFFFFFF", stored("18446744073709551615")],
    ["uint64", "18446744073709551616", fault("overflow")],
    ["uint64", "00012", stored(12)],
    ["int64", "9007199254740993e0", stored("9007199254740993")],
    ["uint64", "-9.007199254740993E15", fault("overflow")],
    ["int16", "21.0", stored(21)],
    ["int16", 21.5, fault("fraction")],
    ["int64", "9007199254740993.5", fault("fraction")],
    ["int64", "-4503599627370497.5", fault("fraction")],
    ["uint64", "9.0071992547409930001e15", fault("fraction")],
    ["int16", "20.99999999999999999999", fault("fraction")],
    ["int16", "1e-500", fault("fraction")],
    ["int16", "0.000e-500", stored(0)],
    ["int16", " 1e-500 ", fault("fraction")],
    ["int16", "true", fault("type")],
    ["int64", "9007199254740993.000", stored("9007199254740993")],
    ["float64", "4503599627370497.5", stored(4503599627370498)],
    ["int16", true, stored(1)],
    ["float32", "21.5", stored(21.5)],
    ["float32", 3.5e38, fault("overflow")],
    ["float32", 3.4028235e38, stored(3.4028235e38)],
    ["float32", "-3.40282347e+38", stored(-3.40282347e38)],
    ["float32", 3.4028235677973362e38, stored(3.4028235677973362e38)],
    ["float32", 3.4028235677973366e38, fault("overflow")],
    ["float64", "-1e-3", stored(-0.001)],
    ["float64", -0, stored(0)],
    ["float64", "0x1F", fault("type")],
    ["bool", true, stored(1)],
    ["bool", "false", stored(0)],
    ["bool", 2, stored(1)],
    ["text", "门开", stored("门开")],
    ["text", 21.5, stored("21.5")],
    ["float64", Number.NaN, fault("notFinite")],
    ["float64", Number.POSITIVE_INFINITY, fault("notFinite")],
    ["float64", "NaN", fault("notFinite")],
    ["float64", "-nan(ind)", fault("notFinite")],
    ["int16", " 1.#QNAN ", fault("notFinite")],
    ["float64", "-1.#IND00e+000", fault("notFinite")],
    ["float64", "nano", fault("type")],
    ["float64", "1.#", fault("type")],
    ["int32", "1e400", fault("notFinite")],
    ["float64", "", fault("empty")],
    ["int16", null, fault("empty")],
    ["text", "", fault("empty")],
    ["int16", undefined, fault("empty")],
    ["int16", {}, fault("type")],
    ["float64", [1], fault("type")],
    ["text", {}, fault("type")],
    ["int16", "12abc", fault("type")],
  ] as const)("takes a raw value for %s: %j", (valueType, raw, expected) => {
    expect(point({ valueType }).decode(raw)).toEqual(expected);
  });

  test("takes a bigint that a codec hands over", () => {
    expect(point({ valueType: "uint64" }).decode(12n)).toEqual(stored(12));
    expect(point({ valueType: "uint64" }).decode(2n ** 63n + 1n)).toEqual(stored("9223372036854775809"));
  });

  // Looking for its end again from each digit would take hours.
  test.each(["float64", "float32", "int64", "bool"] as const)("is soon done with endless digits that are no %s", (valueType) => {
    expect(point({ valueType }).decode(`${"1".repeat(3_000_000)}x`)).toMatchObject({ ok: false });
    expect(point({ valueType, receiveFormula: "x*2" }).decode(`${"1".repeat(3_000_000)}.`)).toMatchObject({ ok: false });
  });

  test("takes bits of a register and signs a field only in a signed type and with more than one bit", () => {
    expect(point({ valueType: "uint16", startBit: 4, endBit: 7 }).decode(0xf5)).toEqual(stored(15));
    expect(point({ valueType: "int16", startBit: 4, endBit: 7 }).decode(0xf5)).toEqual(stored(-1));
    expect(point({ valueType: "int16", startBit: 3, endBit: 3 }).decode(8)).toEqual(stored(1));
    expect(point({ valueType: "bool", startBit: 15, endBit: null }).decode(-32768)).toEqual(stored(1));
    expect(point({ valueType: "uint16", startBit: 0, endBit: 31 }).decode(70000)).toEqual(fault("overflow"));
    expect(point({ valueType: "uint64", startBit: 63, endBit: 63 }).decode("18446744073709551615")).toEqual(stored(1));
    expect(point({ valueType: "uint16", startBit: 0, endBit: 3 }).decode("18446744073709551616")).toEqual(fault("overflow"));
  });

  test("marks what is out of min and max and keeps it", () => {
    const limited = point({ valueType: "float64", min: 0, max: 100 });
    expect(limited.decode(100.5)).toEqual({ ok: true, value: 100.5, outOfRange: true });
    expect(limited.decode(-1)).toEqual({ ok: true, value: -1, outOfRange: true });
    expect(limited.decode(100)).toEqual(stored(100));
    expect(point({ valueType: "uint64", max: 10 }).decode("18446744073709551615")).toMatchObject({ outOfRange: true });
  });

  test("counts a formula's result that is not finite as an invalid reading", () => {
    expect(point({ receiveFormula: "1/x" }).decode(0)).toEqual(fault("notFinite"));
  });

  const counter = "9007199254740993";
  test.each([
    ["x*1", counter, stored(counter)],
    ["x*10-7", counter, stored("90071992547409923")],
    ["-(x)+1e3", counter, stored(-9007199254739993)],
    ["x*10/10", counter, stored(counter)],
    ["x/3", counter, stored(3002399751580331)],
    ["x*0.5", "18446744073709551614", stored("9223372036854775807")],
    ["x*0.1", counter, stored(Number("900719925474099.3"))],
    ["(x-9007199254740000)*0.1", counter, stored(99.3)],
    ["x*1000", 9007199254740991, stored("9007199254740991000")],
    ["x*1000000/1000000", 9007199254740991, stored(9007199254740991)],
    ["x%10", counter, stored(3)],
    ["x/0", counter, fault("notFinite")],
  ] as const)("keeps the digits of a counter through %s: %j", (receiveFormula, raw, expected) => {
    expect(point({ valueType: "uint64", receiveFormula }).decode(raw)).toEqual(expected);
  });

  test("rounds a counter to its decimals as it is written", () => {
    expect(point({ valueType: "uint64", receiveFormula: "x*0.001", decimals: 0 }).decode("9007199254740993")).toEqual(
      stored(9007199254741),
    );
    expect(point({ valueType: "uint64", receiveFormula: "x*0.5", decimals: 0 }).decode("18446744073709551615")).toEqual(
      stored("9223372036854775808"),
    );
    expect(point({ valueType: "uint64", receiveFormula: "x*0.01", decimals: 1 }).decode("9007199254740993")).toEqual(
      stored(90071992547409.9),
    );
  });

  test("equals whole numbers' own arithmetic for every counter and every whole formula", () => {
    const factor = fc.bigInt({ min: 1n, max: 1000n });
    holds(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), factor, factor, (raw, a, b) => {
        const read = point({ valueType: "uint64", receiveFormula: `(x+${b})*${a}-x` }).decode(raw.toString());
        expect(read.ok && BigInt(read.value)).toBe((raw + b) * a - raw);
      }),
    );
  });

  test("makes every reading of a broken point a fault", () => {
    const bits = [{ startBit: 5, endBit: 2 }, { startBit: -1, endBit: 2 }, { startBit: 0.5 }, { startBit: 0, endBit: 1.5 }, { endBit: 64 }];
    const decimals = [-1, 0.5, 21].map((digits) => ({ decimals: digits }));
    for (const broken of [{ receiveFormula: "x+" }, { sendFormula: "y" }, ...bits, ...decimals]) {
      expect(point(broken).decode(1)).toEqual(fault("definition"));
      expect(point(broken).encode(1)).toEqual(fault("definition"));
    }
  });

  test("takes up to twenty decimals, and bits of a text for none", () => {
    expect(point({ valueType: "float64", decimals: 20 }).decode(1e-20)).toEqual(stored(1e-20));
    expect(point({ valueType: "text", startBit: 5, endBit: 2 }).decode("on")).toEqual(stored("on"));
    expect(point({ startBit: 63, endBit: 63, valueType: "uint64" }).decode(1)).toEqual(stored(0));
  });

  test.each([
    [0.285, 2, 0.29],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [-0.004, 2, 0],
    [0.5, 0, 1],
    [1.0000000049999997, 8, 1],
    [1e21, 2, 1e21],
    [1.5e-9, 2, 0],
    [8.345, 2, 8.35],
    [2 ** 51 + 0.5, 0, 2 ** 51 + 1],
  ])("rounds %d to %i digits half away from zero", (raw, decimals, expected) => {
    expect(point({ valueType: "float64", decimals }).decode(raw)).toEqual(stored(expected));
  });

  test("rounds every decimal number as it is written", () => {
    holds(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        (units, places, digits) => {
          const drop = 10n ** BigInt(Math.max(0, places - digits));
          const size = BigInt(Math.abs(units));
          const kept = (size + drop / 2n) / drop;
          const expected = Number(`${units < 0 && kept > 0n ? "-" : ""}${kept}e-${Math.min(places, digits)}`);
          expect(point({ valueType: "float64", decimals: digits }).decode(Number(`${units}e-${places}`))).toEqual(stored(expected));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("encode", () => {
  const sent = (raw: number | string | boolean) => ({ ok: true, raw });

  test("runs the sending formula back to the raw value and to the nearest step", () => {
    const tenths = point({ receiveFormula: "x*0.1", sendFormula: "x/0.1", decimals: 1 });
    expect(tenths.encode(21.5)).toEqual(sent(215));
    expect(tenths.encode(0.3)).toEqual(sent(3));
    expect(tenths.encode("-21.5")).toEqual(sent(-215));
    expect(tenths.encode(4000)).toEqual(fault("overflow"));
    expect(point({ sendFormula: "1/x" }).encode(0)).toEqual(fault("notFinite"));
  });

  test("keeps every digit of a large value through the sending formula", () => {
    expect(point({ valueType: "int64", sendFormula: "x*1" }).encode("9007199254740993")).toEqual(sent("9007199254740993"));
    expect(point({ valueType: "uint64", sendFormula: "x/0.001" }).encode("9007199254740.993")).toEqual(sent("9007199254740993"));
    expect(point({ valueType: "uint64", sendFormula: "x*2" }).encode("18446744073709551615")).toEqual(fault("overflow"));
  });

  test.each([
    [{ valueType: "int16" }, 21.5, fault("fraction")],
    [{ valueType: "uint16" }, -1, fault("overflow")],
    [{ valueType: "uint64" }, "18446744073709551615", sent("18446744073709551615")],
    [{ valueType: "int64" }, "9223372036854775808", fault("overflow")],
    [{ valueType: "uint16", startBit: 4, endBit: 7 }, 15, sent(0xf0)],
    [{ valueType: "uint16", startBit: 4, endBit: 7 }, 16, fault("bits")],
    [{ valueType: "int16", startBit: 4, endBit: 7 }, -1, sent(0xf0)],
    [{ valueType: "int16", startBit: 4, endBit: 7 }, 8, fault("bits")],
    [{ valueType: "uint64", startBit: 32, endBit: 63 }, 0xffffffff, sent("18446744069414584320")],
    [{ valueType: "bool" }, true, sent(true)],
    [{ valueType: "bool" }, "0", sent(false)],
    [{ valueType: "bool" }, 2, fault("overflow")],
    [{ valueType: "bool", startBit: 3 }, true, sent(8)],
    [{ valueType: "bool", sendFormula: "1-x" }, true, sent(false)],
    [{ valueType: "text" }, "启动", sent("启动")],
    [{ valueType: "text" }, "", fault("empty")],
    [{ valueType: "float32" }, 3.5e38, fault("overflow")],
    [{ valueType: "float32" }, 3.4028235e38, sent(3.4028235e38)],
    [{ valueType: "float32" }, "3.4028236e38", fault("overflow")],
    [{ valueType: "int64" }, "9007199254740993.5", fault("fraction")],
    [{ valueType: "float64" }, Number.NaN, fault("notFinite")],
    [{ valueType: "float64" }, "", fault("empty")],
  ] as const)("encodes for %j: %j", (change, value, expected) => {
    expect(point(change).encode(value)).toEqual(expected);
  });

  test("comes back to the same raw value through every linear formula", () => {
    const factor = fc.constantFrom(0.01, 0.1, 0.5, 1, 2.5, 10, 100);
    holds(
      fc.property(fc.integer({ min: -32768, max: 32767 }), factor, fc.integer({ min: -500, max: 500 }), (raw, a, b) => {
        const offset = b < 0 ? `${b}` : `+${b}`;
        const back = b < 0 ? `+${-b}` : `-${b}`;
        const linear = point({ receiveFormula: `x*${a}${offset}`, sendFormula: `(x${back})/${a}`, decimals: 3 });
        const read = linear.decode(raw);
        expect(read.ok && linear.encode(read.value)).toEqual(sent(raw));
      }),
    );
  });

  test("comes back to the same bits for every field of every 64-bit register", () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 0, max: 63 }));
    const type = fc.constantFrom("int64" as const, "uint64" as const);
    holds(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), range, type, (register, [a, b], valueType) => {
        const startBit = Math.min(a, b);
        const endBit = Math.max(a, b);
        const field = point({ valueType, startBit, endBit });
        const read = field.decode(register.toString());
        const raw = read.ok ? field.encode(read.value) : undefined;
        const length = BigInt(endBit - startBit + 1);
        const mask = ((1n << length) - 1n) << BigInt(startBit);
        expect(raw?.ok && BigInt(raw.raw)).toBe(register & mask);
      }),
    );
  });

  test("keeps every digit of every 64-bit integer there and back", () => {
    holds(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const counter = point({ valueType: "int64" });
        const read = counter.decode(value.toString());
        expect(read.ok && String(read.value)).toBe(value.toString());
        const raw = read.ok ? counter.encode(read.value) : undefined;
        expect(raw?.ok && String(raw.raw)).toBe(value.toString());
      }),
    );
  });
});
