import { type Language, type MessageId, say } from "#contract/messages.ts";
import type { Decoded, PointStep, ToldStep } from "#contract/point/decode.ts";
import { orders, type RegisterType, registerCount } from "#contract/point/registers.ts";
import type { TrialOrder, TrialReading, TrialStep, TrialStepName, TrialWrite } from "#contract/point/registerTrial.ts";
import { writtenValue } from "#contract/point/writtenValue.ts";
import { passedBound } from "#contract/pointLimits.ts";
import { writeProblem } from "#server/devices/writeProblem.ts";
import { Problem } from "#server/kit/problem.ts";
import type { CompiledRow } from "#server/wire/registry.ts";
import type { FramingName } from "./framing.ts";
import { isBits } from "./polling.ts";
import { type RegisterLayout, rawOf, takenAs } from "./registerValue.ts";
import { registerWrites, requestsOf } from "./registerWrites.ts";

/** Neighbouring registers as they were read, or bits as 0 and 1. */
export interface ReadBlock {
  readonly type: RegisterType;
  /** Of the first, as it is sent. */
  readonly start: number;
  readonly words: readonly number[];
}

type Value = number | bigint | string;
type Outcome = Pick<TrialReading, "steps" | "value" | "beyond" | "fault">;

interface Step {
  readonly by?: string;
  readonly registers?: readonly number[];
  readonly value?: Value;
}

const takeStep = (steps: TrialStep[], step: TrialStepName, { by = "", registers = [], value = "" }: Step): void => {
  steps.push({ step, by, registers: [...registers], value: typeof value === "string" ? value : String(value) });
};

/** The formula with the number in place of x. */
const putIn = (formula: string, value: Value): string => formula.replace(/x/gi, String(value).startsWith("-") ? `(${value})` : `${value}`);

/** Steps that are told where they change the value: most values pass them as they are. */
const quiet: readonly PointStep[] = ["read", "sign", "given", "whole"];

/** Writes down what the point does to a value, with what each step goes by. */
const pointSteps = ({ compiled: { definition } }: CompiledRow, steps: TrialStep[], first: Value): ToldStep => {
  const { startBit, endBit, decimals } = definition;
  const field = startBit === null && endBit === null ? "" : `${startBit ?? endBit}-${endBit ?? startBit}`;
  let before = first;
  return (step, value) => {
    if (quiet.includes(step) && String(value) === String(before)) return;
    const by = {
      ...{ text: "", read: definition.valueType, bits: field, sign: definition.valueType, truth: "", given: definition.valueType },
      ...{ formula: putIn(definition.receiveFormula, before), sendFormula: putIn(definition.sendFormula, before) },
      ...{ rounded: String(decimals), whole: "", placed: field },
    }[step];
    takeStep(steps, step, { by, value });
    before = value;
  };
};

const boundOf = (decoded: Decoded, { compiled: { definition } }: CompiledRow): Outcome["beyond"] => {
  if (!decoded.ok || !decoded.outOfRange) return null;
  return passedBound(typeof decoded.value === "string" ? BigInt(decoded.value) : decoded.value, definition) ?? null;
};

const rawText = (raw: unknown): string => (typeof raw === "object" ? JSON.stringify(raw) : String(raw));

interface Told {
  readonly language: Language;
  readonly slave: number;
}

/** What becomes of a raw value; `steps` are those that led to it. */
export const triedRaw = (point: CompiledRow, raw: unknown, { language, slave }: Told, steps: TrialStep[] = []): Outcome => {
  const decoded = point.compiled.decode(raw, pointSteps(point, steps, rawText(raw)));
  const beyond = boundOf(decoded, point);
  if (decoded.ok) return { steps, value: decoded.value, beyond, fault: "" };
  const { address } = point.compiled.definition;
  return { steps, value: null, beyond, fault: say(language, `fault.${decoded.reason}`, { slave, address }) };
};

/** A raw value as a gateway sends it by address. */
export const triedJson = (point: CompiledRow, raw: unknown, told: Told): Outcome => {
  const steps: TrialStep[] = [];
  takeStep(steps, "received", { value: rawText(raw) });
  return triedRaw(point, raw, told, steps);
};

const refused = (language: Language, message: MessageId, values: Record<string, number>): Outcome => ({
  ...{ steps: [], value: null, beyond: null },
  fault: say(language, message, values),
});

/** How many registers or bits a point takes. */
export const wordsOf = ({ registers }: CompiledRow, type: RegisterType): number => (isBits(type) ? 1 : registerCount(registers));

const triedWords = (point: CompiledRow, type: RegisterType, words: readonly number[], layout: RegisterLayout, told: Told): Outcome => {
  const steps: TrialStep[] = [];
  if (isBits(type)) {
    takeStep(steps, "received", { value: words[0] ?? 0 });
    return triedRaw(point, words[0] === 1, told, steps);
  }
  takeStep(steps, "received", { registers: words });
  const raw = rawOf(words, layout, (step, registers) => takeStep(steps, step, { by: layout[step], registers }));
  takeStep(steps, "taken", { by: takenAs(layout), value: rawText(raw ?? "") });
  if (raw === undefined) return { steps, value: null, beyond: null, fault: say(told.language, "trial.noText") };
  return triedRaw(point, raw, told, steps);
};

/** The point's own part of what was read; undefined: why it is not in there. */
const partOf = (point: CompiledRow, { type, start, words }: ReadBlock, language: Language): readonly number[] | Outcome => {
  const from = point.registers.place?.address ?? start;
  const to = from + wordsOf(point, type) - 1;
  const end = start + words.length - 1;
  if (from < start) return refused(language, "trial.before", { from, start });
  if (to > end) return refused(language, "trial.few", { from, to, end });
  return words.slice(from - start, to - start + 1);
};

/** What a point makes of its registers, or its bit, in what was read. */
export const triedRegisters = (point: CompiledRow, block: ReadBlock, told: Told): Outcome => {
  const part = partOf(point, block, told.language);
  return "fault" in part ? part : triedWords(point, block.type, part, point.registers, told);
};

/** How the bytes of so many registers come, A being the most significant. */
export const orderLetters = (count: number, { byteOrder, wordOrder }: Pick<RegisterLayout, "byteOrder" | "wordOrder">): string => {
  const words = Array.from({ length: count }, (_, i) => [String.fromCharCode(65 + 2 * i), String.fromCharCode(66 + 2 * i)]);
  const inWords = wordOrder === "little" ? words.toReversed() : words;
  return inWords.flatMap((word) => (byteOrder === "little" ? word.toReversed() : word)).join("");
};

/** Registers whose order of bytes has letters; longer texts are not told apart by them. */
const mostLetters = 13;

/** The same bytes in each order that makes a difference. */
export const triedOrders = (point: CompiledRow, block: ReadBlock, told: Told): TrialOrder[] => {
  const part = partOf(point, block, told.language);
  if (isBits(block.type) || "fault" in part || part.length > mostLetters) return [];
  const { registers } = point;
  const wordOrders = part.length > 1 && registers.valueType !== "text" ? orders : ([registers.wordOrder] as const);
  return wordOrders.flatMap((wordOrder) =>
    orders.map((byteOrder): TrialOrder => {
      const { value, beyond, fault } = triedWords(point, block.type, part, { ...registers, byteOrder, wordOrder }, told);
      const letters = orderLetters(part.length, { byteOrder, wordOrder: registers.valueType === "text" ? "big" : wordOrder });
      return { letters, byteOrder, wordOrder, value, beyond, fault };
    }),
  );
};

/** What a command would send for a value, and why it would not. */
export const triedWrite = (point: CompiledRow, value: string, framing: FramingName, { language, slave }: Told): TrialWrite => {
  const steps: TrialStep[] = [];
  const answer = { steps, raw: "", registers: [], frames: [], keepsBits: false, fault: "" };
  const written = writtenValue(point, value, pointSteps(point, steps, value));
  if (!written.ok) return { ...answer, fault: writeProblem(written.fault).envelope(language).message };
  const { raw } = written;
  const asked = { ...answer, raw: rawText(raw) };
  try {
    const writes = registerWrites([{ point, raw }]);
    return {
      ...asked,
      registers: writes.flatMap(({ cells }) => cells.map((cell) => cell.value & cell.mask)),
      frames: requestsOf(slave, [{ point, raw }], framing),
      keepsBits: writes.some(({ cells }) => cells.some(({ mask }) => mask !== 0xffff)),
    };
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault;
    return { ...asked, fault: fault.envelope(language).message };
  }
};
