import { z } from "zod";
import { fileFields } from "#contract/fileFormat.ts";
import { read, resource, write } from "#contract/kit/call.ts";
import { ids, instant, utcTime } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { enumeration } from "#contract/point/enumeration.ts";
import { bounds } from "#contract/pointLimits.ts";
import { decodeFaults } from "#contract/pointValue.ts";
import { job } from "#contract/resources/job.ts";

/** `stored` is all that is stored, `beyond` of it what passes a limit of its data point, `invalid` what was sent and could not be read. */
export const readingKinds = ["stored", "beyond", "invalid"] as const;
export type ReadingKind = (typeof readingKinds)[number];

/** Whose readings are meant: devices, those of their data points whose name or address has the text, and a half-open period. */
const chosen = {
  deviceIds: ids.max(limits.data.devices, "rule.data.devices"),
  point: filterText,
  from: instant,
  to: instant,
};
const number = z.number("rule.number").optional();
const narrowed = { ...chosen, kind: z.enum(readingKinds).default("stored"), least: number, most: number };
const inOrder = ({ from, to }: { from: string; to: string }): boolean => Date.parse(from) < Date.parse(to);
const inOrderOnly = { error: "rule.period", path: ["to"] };

export const dataRow = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  sn: z.string(),
  slave: z.number(),
  slaveName: z.string(),
  pointId: z.string(),
  name: z.string(),
  nameEn: z.string(),
  unit: z.string(),
  valueType: z.string(),
  decimals: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  enumeration,
  ts: utcTime,
  /** Null of what could not be read. */
  value: z.union([z.number(), z.string()]).nullable(),
  beyond: z.enum(bounds).optional(),
  /** Why it could not be read: `fault.<code>`. */
  code: z.enum(decodeFaults).optional(),
});
export type DataRow = z.output<typeof dataRow>;

/** Stored readings as such, of several devices at once: to be looked through, taken away as a file, and deleted. */
export const deviceData = resource(
  "device_data",
  {
    /** By device, slave and data point, of each newest first. A page may be short, or empty, before the end: the cursor says whether it goes on. */
    query: read(
      z
        .object({ ...narrowed, limit: z.number().int().min(1).max(limits.data.rows).default(200), cursor: z.string().max(240).optional() })
        .refine(inOrder, inOrderOnly),
      z.object({ rows: z.array(dataRow), cursor: z.string().nullable() }),
    ),
    /** How many readings are stored there, and what has to be typed to delete them: the device's name, or the organisation's where there are several. */
    count: read(
      z.object(chosen).refine(inOrder, inOrderOnly),
      z.object({ readings: z.number(), points: z.number(), devices: z.array(z.string()), confirm: z.string() }),
    ),
    /** Begins a job that makes a file of what `query` lists, oldest first. As csv it is complete, as xlsx cut where a sheet ends, which its last line says. */
    dlexcel: write(z.object({ ...narrowed, ...fileFields }).refine(inOrder, inOrderOnly), z.object({ id: z.string() }), {
      touches: [job.name],
    }),
    /** Begins a job that deletes for good what is stored there. `confirm` as `count` says. */
    delete: write(z.object({ ...chosen, confirm: z.string().max(200) }).refine(inOrder, inOrderOnly), z.object({ id: z.string() }), {
      touches: [job.name, "device_data_log"],
    }),
  },
  { zh: "已存储数据", en: "stored reading" },
);
