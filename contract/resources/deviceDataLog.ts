import { z } from "zod";
import { fileFields } from "#contract/fileFormat.ts";
import { read, resource, write } from "#contract/kit/call.ts";
import { id, instant, utcTime } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { enumeration } from "#contract/point/enumeration.ts";
import { bounds } from "#contract/pointLimits.ts";
import { decodeFaults } from "#contract/pointValue.ts";

export const aggregations = ["raw", "minute", "ten_minutes", "thirty_minutes", "one_hour", "hour", "day"] as const;
export type Aggregation = (typeof aggregations)[number];

export const historyPoint = z.object({ slave: z.number().int(), pointId: id });

const period = { from: instant, to: instant };
const inOrder = (query: { from: string; to: string }): boolean => Date.parse(query.from) < Date.parse(query.to);

const chosen = {
  deviceId: z.string("rule.history.device").min(1, "rule.history.device").max(64),
  points: z.array(historyPoint).min(1, "rule.history.point").max(limits.history.points, "rule.history.points"),
  aggregation: z.enum(aggregations).default("raw"),
  ...period,
};

const cell = z.union([z.number(), z.string()]).nullable();
const pointInfo = z.object({
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
  /** 2: only changes are stored, a value holds until the next. */
  storeMode: z.number(),
  /** Values of more than 15 digits are rounded on their way through the receiving formula. */
  approximate: z.literal(true).optional(),
  enumeration,
});
export type HistoryPointInfo = z.output<typeof pointInfo>;

const faultCode = z.enum(decodeFaults);

const reading = z.object({ ts: utcTime, value: z.union([z.number(), z.string()]) });

/**
 * A curve: instants and values side by side; `min` and `max` with aggregated readings only; a null value is a gap. `before` is the last
 * reading before the period, of a raw point that stores changes only: it holds until the first reading.
 */
export const curve = z.object({
  point: pointInfo,
  before: reading.optional(),
  /** ms: readings further apart are not joined, as the point's own pace has it; left out where a value holds until the next, and of buckets. */
  longest: z.number().optional(),
  /** What was sent and could not be read, when it came; the text of a code is `fault.<code>`. */
  invalid: z.array(z.object({ ts: utcTime, code: faultCode })).optional(),
  ts: z.array(utcTime),
  value: z.array(cell),
  min: z.array(cell).optional(),
  max: z.array(cell).optional(),
  count: z.array(z.number()).optional(),
});
export type Curve = z.output<typeof curve>;

export const deviceDataLog = resource(
  "device_data_log",
  {
    /** Table rows, newest first or oldest first, by cursor; at most 10,000 a query. */
    query: read(
      z
        .object({
          ...chosen,
          order: z.enum(["asc", "desc"]).default("desc"),
          limit: z.number().int().min(1).max(limits.history.rows).default(1000),
          cursor: z.string().max(40).optional(),
        })
        .refine(inOrder, { error: "rule.period", path: ["to"] }),
      z.object({
        points: z.array(pointInfo),
        rows: z.array(
          z.object({
            ts: utcTime,
            values: z.array(cell),
            counts: z.array(z.number()).optional(),
            /** Places of points whose readings are missing between this row and their reading before it. */
            gaps: z.array(z.number()).optional(),
            /** By place: what could not be read at this instant. */
            invalid: z.array(z.object({ place: z.number(), code: faultCode })).optional(),
            /** By place: the limit of its point that the value, or one behind the bucket, passes. */
            beyond: z.array(z.object({ place: z.number(), bound: z.enum(bounds) })).optional(),
          }),
        ),
        /** By point: the last reading before the period where it still holds, null where nothing does. No row is made of it. */
        before: z.array(reading.nullable()),
        /** Buckets of a day are cut in it. */
        zone: z.string(),
        cursor: z.string().nullable(),
        cut: z.boolean(),
      }),
    ),
    /** Curves reduced to `columns` pixels when raw; `from` and `to` as asked; days are cut in `zone`. */
    query_mutil: read(
      z
        .object({ ...chosen, columns: z.number().int().min(1).max(limits.history.columns).default(1200) })
        .refine(inOrder, { error: "rule.period", path: ["to"] }),
      z.object({ curves: z.array(curve), zone: z.string(), from: utcTime, to: utcTime, reduced: z.boolean() }),
    ),
    /** Taking it away is itself an entry of the operation log. */
    dlexcel: write(z.object({ ...chosen, ...fileFields }).refine(inOrder, { error: "rule.period", path: ["to"] }), z.never(), {
      answer: "file",
    }),
  },
  { zh: "历史数据", en: "history" },
);
