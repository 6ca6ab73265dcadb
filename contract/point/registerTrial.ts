import { z } from "zod";
import { pointSteps } from "#contract/point/decode.ts";
import { orders, registerTypes } from "#contract/point/registers.ts";

/**
 * How what is tried is written. registers: whole registers, or bits of coils; rtu, tcp: the bytes of an answer of Modbus RTU, or TCP, in
 * hexadecimal digits; json: a raw value as a gateway sends it in JSON, and of a whole template an object of them by address.
 */
export const trialInputs = ["registers", "rtu", "tcp", "json"] as const;
export type TrialInput = (typeof trialInputs)[number];

/** received: as it came; byteOrder, wordOrder: the registers behind these, the most significant first; taken: the raw value. */
export const trialSteps = ["received", "byteOrder", "wordOrder", "taken", ...pointSteps] as const;
export type TrialStepName = (typeof trialSteps)[number];

const trialStep = z.object({
  step: z.enum(trialSteps),
  /** What the step goes by: an order, what the bytes are taken for, bits (`4-7`), the formula with the number put in, digits. */
  by: z.string(),
  /** Of steps that arrange registers; empty for the others. */
  registers: z.array(z.number().int()),
  /** With all digits; empty for steps that arrange registers. */
  value: z.string(),
});
export type TrialStep = z.output<typeof trialStep>;

const stored = z.union([z.number(), z.string()]).nullable();

const triedFrame = z.object({
  unit: z.number().int(),
  fn: z.number().int(),
  /** The code of an exception. */
  exception: z.number().int().nullable(),
  /** How many bytes of data it says that it has. */
  bytes: z.number().int(),
  /** Of Modbus TCP. */
  transaction: z.number().int().nullable(),
  /** As it came, and as it would have to be: hexadecimal digits in the order of the line; null for Modbus TCP, which has none. */
  crc: z.string().nullable(),
  rightCrc: z.string().nullable(),
});
export type TriedFrame = z.output<typeof triedFrame>;

const trialReading = z.object({
  pointId: z.string(),
  /** As it is sent, from 0 on; null where the point's address is none of a register. */
  place: z.object({ type: z.enum(registerTypes), address: z.number().int() }).nullable(),
  steps: z.array(trialStep),
  /** As it is stored; null where nothing is. */
  value: stored,
  /** The limit that it passes: it is stored and marked. */
  beyond: z.enum(["min", "max"]).nullable(),
  /** Why nothing is stored, in words. */
  fault: z.string(),
});
export type TrialReading = z.output<typeof trialReading>;

const trialOrder = z.object({
  /** How the bytes come, A being the most significant. */
  letters: z.string(),
  byteOrder: z.enum(orders),
  wordOrder: z.enum(orders),
  value: stored,
  beyond: z.enum(["min", "max"]).nullable(),
  fault: z.string(),
});
export type TrialOrder = z.output<typeof trialOrder>;

const trialWrite = z.object({
  steps: z.array(trialStep),
  /** The raw value that a command has; empty where it would be refused. */
  raw: z.string(),
  registers: z.array(z.number().int()),
  /** What is sent to the slave, in hexadecimal digits. */
  frames: z.array(z.string()),
  /** Other bits of its registers stay as they are: they are read first. */
  keepsBits: z.boolean(),
  /** Why it would be refused, in words. */
  fault: z.string(),
});
export type TrialWrite = z.output<typeof trialWrite>;

export const registerTrial = z.object({
  /** What is wrong with the text that was typed, in words. */
  fault: z.string(),
  frame: triedFrame.nullable(),
  readings: z.array(trialReading),
  /** The same bytes in each order; of one data point in registers. */
  orders: z.array(trialOrder),
  write: trialWrite.nullable(),
});
export type RegisterTrial = z.output<typeof registerTrial>;

export const pollPlan = z.object({
  reads: z.array(
    z.object({
      type: z.enum(registerTypes),
      fn: z.number().int(),
      /** As it is sent, from 0 on. */
      address: z.number().int(),
      count: z.number().int(),
      seconds: z.number().int(),
      /** The request of Modbus RTU to the slave, in hexadecimal digits. */
      frame: z.string(),
      points: z.array(z.object({ id: z.string(), name: z.string(), nameEn: z.string(), address: z.string() })),
    }),
  ),
  /** Data points that are not polled, and why, in words. */
  unread: z.array(z.object({ id: z.string(), name: z.string(), nameEn: z.string(), fault: z.string() })),
});
export type PollPlan = z.output<typeof pollPlan>;
