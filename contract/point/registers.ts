import type { ValueType } from "#contract/pointValue.ts";

/** Where a Modbus slave keeps a value: holding registers (4x), input registers (3x), coils (0x), discrete inputs (1x). */
export const registerTypes = ["holding", "input", "coil", "discrete"] as const;
export type RegisterType = (typeof registerTypes)[number];

/** Of the bytes in a register, and of the registers in a value: big is the most significant first. */
export const orders = ["big", "little"] as const;
export type Order = (typeof orders)[number];

/** bcd: each four bits are a decimal digit. */
export const codings = ["binary", "bcd"] as const;
export type Coding = (typeof codings)[number];

/** What a data point says of its registers. */
export interface RegisterSettings {
  /** null: the address says it, as C0, DI0, IR0, HR0 and 40001 do. */
  registerType: RegisterType | null;
  byteOrder: Order;
  wordOrder: Order;
  coding: Coding;
  /** Of a text; others take as many as their type and bits need. */
  registers: number | null;
  /** null: as often as the model says. */
  pollSeconds: number | null;
}

export interface RegisterPlace {
  type: RegisterType;
  /** As it is sent, from 0 on. */
  address: number;
}

export const mostRegisterAddress = 65_535;

const ofDigit: Readonly<Record<string, RegisterType>> = { "0": "coil", "1": "discrete", "3": "input", "4": "holding" };
const classic = /^([0134])(\d{4,5})$/;
const ofLetters: Readonly<Record<string, RegisterType>> = { C: "coil", DI: "discrete", IR: "input", HR: "holding" };
const lettered = /^(C|DI|IR|HR)(.+)$/i;
const whole = /^(?:\d{1,5}|0x[0-9a-f]{1,4})$/i;

const within = (type: RegisterType, address: number): RegisterPlace | undefined =>
  address >= 0 && address <= mostRegisterAddress ? { type, address } : undefined;

const sent = (type: RegisterType, number: string): RegisterPlace | undefined =>
  whole.test(number) ? within(type, Number(number)) : undefined;

/**
 * The place of a point. C, DI, IR and HR name the type in front of what is sent, in decimal or 0x: C0 is coil 0, HR0 holding register 0.
 * With a register type the address is what is sent, and letters have to name that type. Without one, five or six digits are the classic
 * notation, whose first digit is the type and whose number counts from 1 (40001 is holding register 0), and what is shorter, or 0x, is a
 * holding register. Undefined: no such place.
 */
export const registerPlace = (address: string, type: RegisterType | null): RegisterPlace | undefined => {
  const [, letters = "", behind = ""] = lettered.exec(address) ?? [];
  const named = ofLetters[letters.toUpperCase()];
  if (named !== undefined) return type === null || type === named ? sent(named, behind) : undefined;
  if (type !== null) return sent(type, address);
  const [, digit, number] = classic.exec(address) ?? [];
  if (digit !== undefined) return within(ofDigit[digit] ?? "holding", Number(number) - 1);
  return /^(?:\d{1,4}|0x.*)$/i.test(address) ? sent("holding", address) : undefined;
};

const registersOf: Readonly<Record<Exclude<ValueType, "text">, number>> = {
  ...{ int16: 1, uint16: 1, bool: 1, int32: 2, uint32: 2, float32: 2, int64: 4, uint64: 4, float64: 4 },
};

const bitsAsRegisters = (endBit: number): number => (endBit < 16 ? 1 : endBit < 32 ? 2 : 4);

interface Width {
  valueType: ValueType;
  startBit: number | null;
  endBit: number | null;
  registers: number | null;
}

/** How many registers a value takes; a text without a count has one. */
export const registerCount = ({ valueType, startBit, endBit, registers }: Width): number => {
  if (valueType === "text") return registers ?? 1;
  const bit = endBit ?? startBit;
  return Math.max(registersOf[valueType], bit === null ? 1 : bitsAsRegisters(bit));
};
