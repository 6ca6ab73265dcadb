import { z } from "zod";
import { codings, orders, registerTypes } from "#contract/point/registers.ts";
import { framings, registrations, transmission } from "#contract/resources/deviceModel.ts";

const raw = z.union([z.number(), z.string(), z.boolean()]);

/** Where a polled point lies, and what its registers hold for the example. */
const exampleRegisters = z.object({
  type: z.enum(registerTypes),
  /** As it is sent, from 0 on. */
  address: z.number().int(),
  count: z.number().int(),
  byteOrder: z.enum(orders),
  wordOrder: z.enum(orders),
  coding: z.enum(codings),
  seconds: z.number().int(),
  /** One number for each register, 0 or 1 of a coil; null where the example does not go into them. */
  content: z.array(z.number().int()).nullable(),
});

export const examplePoint = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  nameEn: z.string(),
  unit: z.string(),
  valueType: z.string(),
  decimals: z.number().nullable(),
  startBit: z.number().nullable(),
  endBit: z.number().nullable(),
  writable: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** What the console shows for `raw`, and what that stands for; null where the point's definition is not valid. */
  value: z.union([z.number(), z.string()]).nullable(),
  label: z.string(),
  labelEn: z.string(),
  /** What the device sends under the point's address. */
  raw: raw.nullable(),
  /** The data type that the metric of a Sparkplug birth has. */
  metricType: z.string(),
  /** Null where the device is not polled, or the address is none of a register. */
  registers: exampleRegisters.nullable(),
});
export type ExamplePoint = z.output<typeof examplePoint>;

/** One request that a slave is polled by; function 1 reads coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
const plannedRead = z.object({
  fn: z.number().int(),
  address: z.number().int(),
  count: z.number().int(),
  seconds: z.number().int(),
  points: z.number().int(),
});

/** A data template, the slaves that use it, and an example of what they send. */
export const exampleTemplate = z.object({
  recipeId: z.string(),
  recipeName: z.string(),
  slaves: z.array(z.object({ no: z.number().int(), name: z.string() })),
  /** Points that the reader sees. */
  points: z.array(examplePoint),
  /** Raw values by address, as one message carries them; points that take bits of one address share its value. */
  values: z.record(z.string(), raw),
  reads: z.array(plannedRead),
});
export type ExampleTemplate = z.output<typeof exampleTemplate>;

/** What an integrator has to know to connect a device: where the server listens, and what the device's data templates make of its messages. */
export const deviceConnection = z.object({
  transmission,
  /** Whether this server speaks it. */
  spoken: z.boolean(),
  modelName: z.string(),
  /** The address of the console that is configured; null: the one that the page came from. */
  publicUrl: z.string().nullable(),
  /** Ports that are listened on; null for one that is off. */
  ports: z.object({ http: z.number(), mqtt: z.number(), mqtts: z.number().nullable(), dtu: z.number().nullable() }),
  /** Bytes of one message. */
  mostBytes: z.number().int(),
  polling: z
    .object({
      framing: z.enum(framings),
      registration: z.enum(registrations),
      heartbeat: z.string(),
      pollSeconds: z.number(),
      timeoutMs: z.number(),
      mostRegisters: z.number(),
      mostGap: z.number(),
    })
    .nullable(),
  /** Null where a model is asked for. */
  device: z
    .object({
      id: z.string(),
      name: z.string(),
      sn: z.string(),
      tuyaId: z.string(),
      version: z.number().int(),
      templates: z.array(exampleTemplate),
      /** Base64 of an NBIRTH with the points of slave 1; null where none can be made. */
      birth: z.string().nullable(),
    })
    .nullable(),
});
export type DeviceConnection = z.output<typeof deviceConnection>;
