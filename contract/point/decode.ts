import { type CompiledFormula, compileFormula } from "#contract/formula.ts";
import { fractionOf, roundedTo } from "#contract/fraction.ts";
import { roundDecimal } from "#contract/point/decimal.ts";
import type { Enumeration } from "#contract/point/enumeration.ts";
import { notFinite } from "#contract/point/notFinite.ts";
import { applySign, asWhole, type BitField, fits, type IntegerShape, placeBits, takeBits, type Whole } from "#contract/point/whole.ts";
import { hasFraction, wholeDigits } from "#contract/point/wholeDigits.ts";
import { passedBound } from "#contract/pointLimits.ts";
import type { DecodeFault, ValueType } from "#contract/pointValue.ts";
import { wholeResult } from "#contract/wholeFormula.ts";

export interface PointDefinition {
  id: string;
  address: string;
  name: string;
  nameEn: string;
  valueType: ValueType;
  startBit: number | null;
  endBit: number | null;
  integerDigits: number | null;
  decimals: number | null;
  min: number | null;
  max: number | null;
  receiveFormula: string;
  sendFormula: string;
  enumeration: Enumeration;
  storeMode: 0 | 1 | 2;
  writable: boolean;
}

export type Decoded = { ok: true; value: number | string; outOfRange: boolean } | { ok: false; reason: DecodeFault };
export type Encoded = { ok: true; raw: number | string | boolean } | { ok: false; reason: DecodeFault };

/**
 * What becomes of a value on its way, in the order that it happens. read: the raw value as a number; bits, sign, truth; formula, rounded.
 * Back: given, sendFormula, whole (to the nearest), placed (among the bits of its register).
 */
export const pointSteps = [
  "text",
  "read",
  "bits",
  "sign",
  "truth",
  "formula",
  "rounded",
  "given",
  "sendFormula",
  "whole",
  "placed",
] as const;
export type PointStep = (typeof pointSteps)[number];

/** Is told what each step that a point takes has made of the value. */
export type ToldStep = (step: PointStep, value: Whole | string) => void;

/**
 * `decode` answers the stored value: a finite number (bool: 0 or 1), the digits as text for a 64-bit integer that no number holds, or the
 * text itself; beyond min or max it is kept and marked. `encode` answers the raw value; a bit field comes shifted, with zeros around it.
 */
export interface CompiledPoint {
  definition: PointDefinition;
  decode(raw: unknown, told?: ToldStep): Decoded;
  encode(value: number | string | boolean, told?: ToldStep): Encoded;
}

interface Plan {
  type: ValueType;
  field: BitField | undefined;
  shape: IntegerShape | undefined;
  signBits: number | undefined;
  decimals: number | null;
  receive: CompiledFormula | undefined;
  send: CompiledFormula | undefined;
}

type Parsed<T> = { ok: true; value: T } | { ok: false; reason: DecodeFault };

const shapes: Partial<Record<ValueType, IntegerShape>> = {
  int16: { bits: 16, signed: true },
  uint16: { bits: 16, signed: false },
  int32: { bits: 32, signed: true },
  uint32: { bits: 32, signed: false },
  int64: { bits: 64, signed: true },
  uint64: { bits: 64, signed: false },
};
const register: IntegerShape = { bits: 64, signed: false };
const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const decimalInteger = /^[+-]?\d{1,40}$/;
const hexInteger = /^0x[0-9a-f]{1,16}$/i;
const notFiniteAlone = new RegExp(`^${notFinite}$`, "i");

/** Compiles a data point once for any number of readings. A broken formula, bit range or digit count makes every reading a fault. */
export function compilePoint(definition: PointDefinition): CompiledPoint {
  const plan = planOf(definition);
  if (plan === undefined) {
    const broken = { ok: false, reason: "definition" } as const;
    return { definition, decode: () => broken, encode: () => broken };
  }
  return {
    definition,
    decode(raw, told) {
      if (plan.type === "text") {
        const text = readText(raw);
        if (text.ok) told?.("text", text.value);
        return text.ok ? { ...text, outOfRange: false } : text;
      }
      const read = decodeValue(plan, raw, told);
      if (!read.ok) return read;
      const { value } = read;
      return {
        ok: true,
        value: typeof value === "bigint" ? value.toString() : value,
        outOfRange: passedBound(value, definition) !== undefined,
      };
    },
    encode: (value, told) => encodeValue(plan, value, told),
  };
}

function planOf(definition: PointDefinition): Plan | undefined {
  const { valueType: type, decimals } = definition;
  const receive = formulaOf(definition.receiveFormula);
  const send = formulaOf(definition.sendFormula);
  if (receive === null || send === null) return undefined;
  if (decimals !== null && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 20)) return undefined;
  const field = type === "text" ? undefined : fieldOf(definition);
  if (field === null) return undefined;
  const shape = shapes[type] ?? (field && register);
  // A single bit is 0 or 1 also in a signed type.
  const signBits = shape?.signed && field?.length !== 1 ? Math.min(shape.bits, field?.length ?? 64) : undefined;
  return { type, field, shape, signBits, decimals, receive, send };
}

function formulaOf(text: string): CompiledFormula | undefined | null {
  if (text === "") return undefined;
  const formula = compileFormula(text);
  return formula.ok ? formula : null;
}

function fieldOf({ startBit, endBit }: PointDefinition): BitField | undefined | null {
  const start = startBit ?? endBit;
  const end = endBit ?? startBit;
  if (start === null || end === null) return undefined;
  const valid = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end < 64;
  return valid ? { start, length: end - start + 1 } : null;
}

function decodeValue(plan: Plan, raw: unknown, told: ToldStep | undefined): Parsed<Whole> {
  const read = plan.shape ? decodeWhole(plan, plan.shape, raw, told) : decodeNumber(plan, raw, told);
  if (!read.ok) return read;
  const value = plan.type === "bool" ? Number(read.value !== 0) : read.value;
  if (plan.type === "bool") told?.("truth", value);
  if (typeof value === "bigint" && plan.receive === undefined) return { ok: true, value };
  const result = plan.receive ? plan.receive.run(Number(value)) : Number(value);
  const digits = Number.isFinite(result) && plan.receive && plan.shape ? wholeResult(plan.receive, value, plan.decimals) : undefined;
  if (plan.receive) told?.("formula", digits ?? result);
  if (!Number.isFinite(result)) return { ok: false, reason: "notFinite" };
  if (digits !== undefined) return { ok: true, value: typeof digits === "bigint" ? asWhole(digits) : digits };
  const rounded = plan.decimals === null ? result : roundDecimal(result, plan.decimals);
  if (plan.decimals !== null) told?.("rounded", rounded);
  return { ok: true, value: rounded === 0 ? 0 : rounded };
}

function decodeWhole(plan: Plan, shape: IntegerShape, raw: unknown, told: ToldStep | undefined): Parsed<Whole> {
  const read = readWhole(raw);
  if (!read.ok) return read;
  let { value } = read;
  told?.("read", value);
  if (plan.field) {
    if (typeof value === "bigint" && !fits(value, register) && !fits(value, { bits: 64, signed: true }))
      return { ok: false, reason: "overflow" };
    value = takeBits(value, plan.field);
    told?.("bits", value);
  }
  if (plan.signBits !== undefined) {
    value = applySign(value, plan.signBits);
    told?.("sign", value);
  }
  return fits(value, shape) ? { ok: true, value } : { ok: false, reason: "overflow" };
}

function decodeNumber(plan: Plan, raw: unknown, told: ToldStep | undefined): Parsed<number> {
  const read = readNumber(raw, plan.type === "bool");
  if (!read.ok) return read;
  told?.("read", read.value);
  return plan.type === "float32" && !fitsFloat32(read.value) ? { ok: false, reason: "overflow" } : read;
}

/** Also what is a little above its largest number and is rounded to it, as that is often written. */
function fitsFloat32(value: number): boolean {
  return Number.isFinite(Math.fround(value));
}

function encodeValue(plan: Plan, value: number | string | boolean, told: ToldStep | undefined): Encoded {
  if (plan.type === "text") {
    const text = readText(value);
    if (text.ok) told?.("text", text.value);
    return text.ok ? { ok: true, raw: text.value } : text;
  }
  const given = plan.shape && !plan.send && plan.type !== "bool" ? readWhole(value) : readNumber(value, plan.type === "bool");
  if (!given.ok) return given;
  told?.("given", given.value);
  const sent = plan.send ? sentBy(plan, plan.send, String(value), Number(given.value)) : given.value;
  if (plan.send) told?.("sendFormula", sent);
  if (typeof sent === "number" && !Number.isFinite(sent)) return { ok: false, reason: "notFinite" };
  if (plan.type === "bool" && sent !== 0 && sent !== 1) return { ok: false, reason: "overflow" };
  if (plan.shape) return encodeWhole(plan, plan.shape, sent, told);
  const raw = Number(sent);
  if (plan.type === "bool") return { ok: true, raw: raw === 1 };
  if (plan.type === "float32" && !fitsFloat32(raw)) return { ok: false, reason: "overflow" };
  return { ok: true, raw: raw === 0 ? 0 : raw };
}

/** What the sending formula makes of a value, with all digits where a double would lose some. */
function sentBy({ type, shape }: Plan, send: CompiledFormula, value: string, number: number): Whole {
  const sent = send.run(number);
  if (type === "bool" || shape === undefined || !Number.isFinite(sent) || (Math.abs(number) < 2 ** 31 && Math.abs(sent) < 2 ** 31))
    return sent;
  const given = fractionOf(value.trim());
  const exact = given && send.exactly(given);
  return exact ? asWhole(roundedTo(exact, 0)) : sent;
}

/** What a formula made of the value goes to the nearest integer: steps of the raw value seldom meet the shown ones exactly. */
function encodeWhole(plan: Plan, shape: IntegerShape, sent: Whole, told: ToldStep | undefined): Encoded {
  const whole = typeof sent === "number" ? asWhole(BigInt(roundDecimal(sent, 0))) : sent;
  told?.("whole", whole);
  if (!fits(whole, shape)) return { ok: false, reason: "overflow" };
  if (plan.field === undefined) return { ok: true, raw: written(whole) };
  const fieldShape = { bits: plan.field.length, signed: plan.signBits !== undefined };
  if (!fits(whole, fieldShape)) return { ok: false, reason: "bits" };
  const placed = placeBits(whole, plan.field);
  told?.("placed", placed);
  return { ok: true, raw: written(placed) };
}

function written(value: Whole): number | string {
  return typeof value === "bigint" ? value.toString() : value;
}

function readText(raw: unknown): Parsed<string> {
  if (raw === "" || raw === null || raw === undefined) return { ok: false, reason: "empty" };
  if (typeof raw === "string") return { ok: true, value: raw };
  if (typeof raw === "number" && !Number.isFinite(raw)) return { ok: false, reason: "notFinite" };
  return typeof raw === "number" || typeof raw === "boolean" || typeof raw === "bigint"
    ? { ok: true, value: String(raw) }
    : { ok: false, reason: "type" };
}

function readNumber(raw: unknown, truth: boolean): Parsed<number> {
  if (typeof raw === "number") return Number.isFinite(raw) ? { ok: true, value: raw } : { ok: false, reason: "notFinite" };
  if (typeof raw === "boolean" || typeof raw === "bigint") return { ok: true, value: Number(raw) };
  if (typeof raw !== "string") return { ok: false, reason: raw === null || raw === undefined ? "empty" : "type" };
  const text = raw.trim();
  if (text === "") return { ok: false, reason: "empty" };
  if (truth && (text === "true" || text === "false")) return { ok: true, value: Number(text === "true") };
  if (notFiniteAlone.test(text)) return { ok: false, reason: "notFinite" };
  if (!decimalNumber.test(text)) return { ok: false, reason: "type" };
  const value = Number(text);
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, reason: "notFinite" };
}

function readWhole(raw: unknown): Parsed<Whole> {
  if (typeof raw === "number" && Number.isSafeInteger(raw)) return { ok: true, value: raw };
  if (typeof raw === "bigint") return { ok: true, value: asWhole(raw) };
  if (typeof raw === "string") {
    const text = raw.trim();
    if (decimalInteger.test(text)) return { ok: true, value: asWhole(BigInt(text.replace("+", ""))) };
    if (hexInteger.test(text)) return { ok: true, value: asWhole(BigInt(text)) };
    const digits = wholeDigits(text);
    if (digits !== undefined) return { ok: true, value: asWhole(BigInt(digits)) };
  }
  const read = readNumber(raw, false);
  if (!read.ok) return read;
  const whole = Number.isInteger(read.value) && !(typeof raw === "string" && hasFraction(raw.trim()));
  return whole ? { ok: true, value: asWhole(BigInt(read.value)) } : { ok: false, reason: "fraction" };
}
