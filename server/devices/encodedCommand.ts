import { entryOf } from "#contract/point/enumeration.ts";
import { overlapping, type WrittenValue as Raw, writtenValue } from "#contract/point/writtenValue.ts";
import { numberOf } from "#contract/pointValue.ts";
import { appsFor } from "#server/catalog/appUse.ts";
import { isVisible } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { joinedByAddress } from "#server/wire/joinedByAddress.ts";
import type { RegisteredDevice, RegisteredPoint, RegisteredSlave } from "#server/wire/registered.ts";
import { writeProblem } from "./writeProblem.ts";

interface Asked {
  point: RegisteredPoint;
  value: Raw;
}

/** What is written to a slave of the device: the points as they were asked for, and raw, by point and by address. */
export const encodedCommand = async (
  db: Db,
  caller: Caller,
  device: RegisteredDevice,
  slaveNo: number,
  asks: Readonly<Record<string, Raw>>,
) => {
  const slave = device.slaves.get(slaveNo);
  if (!slave) throw new Problem("notFound");
  const asked = await askedPoints(db, caller, slave, asks);
  const points = asked.map(({ point, value }) => ({ point, raw: rawOf(point, value) }));
  const { values, overlapping: refused } = joinedByAddress(points);
  for (const point of refused) throw writeProblem(overlapping(point));
  return { slave, asked, points, values };
};

/** What the result's text is filled with. */
export const reasonOf = ({ detail }: Problem): { message?: string } =>
  typeof detail.values?.reason === "string" ? { message: detail.values.reason } : {};

/** What the log keeps of one value, so that it reads the same when its point is renamed or gone: its unit, and what it stands for, if anything. */
export const keptValue = ({ point: { id, name, nameEn, unit, compiled }, value }: Asked) => {
  const number = numberOf(value);
  const entry = number === undefined ? undefined : entryOf(compiled.definition.enumeration, number);
  return { id, name, nameEn, value, unit, ...(entry ? { label: entry.label, labelEn: entry.labelEn } : {}) };
};

/**
 * The points that are written. One that is not the slave's, or that the caller does not see, is not found. End users write what the app recipe
 * in use lets them: its commands may write points that it does not show.
 */
const askedPoints = async (
  db: Db,
  caller: Caller,
  { points, recipeId }: RegisteredSlave,
  values: Readonly<Record<string, Raw>>,
): Promise<Asked[]> => {
  const ids = Object.keys(values);
  if (ids.length === 0) throw fieldProblem("values", "rule.history.point");
  const app = (await appsFor(db, caller, [recipeId])).get(recipeId);
  const offered = app?.lets(values) ?? false;
  const seen = await db
    .selectFrom("point")
    .select("id")
    .where("id", "in", ids)
    .$if(!offered, (query) => query.where(isVisible(caller)))
    .execute();
  const visible = new Set(seen.map((row) => row.id));
  const asked = Object.entries(values).map(([id, value]) => {
    const point = visible.has(id) ? points.find((known) => known.id === id) : undefined;
    if (!point) throw new Problem("notFound");
    return { point, value };
  });
  if (app && !offered) throw new Problem("commandForbidden");
  return asked;
};

const rawOf = (point: RegisteredPoint, value: Raw): Raw => {
  const written = writtenValue(point, value);
  if (!written.ok) throw writeProblem(written.fault);
  return written.raw;
};
