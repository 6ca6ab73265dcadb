import type { Selectable } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { type deviceDataRecipe, pointFields } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { PointTable } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { portions } from "#server/kit/portions.ts";
import { type FieldFault, Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { offeredTo } from "./offeredTo.ts";
import { refuseWritten } from "./orders.ts";
import { type PointFields, pointColumns, pointRowOf } from "./pointRows.ts";
import { bitsOf, refuseWatched, seenPoints } from "./points.ts";
import { recipes } from "./recipes.ts";

type Request = RequestOf<typeof deviceDataRecipe.calls.put_bodies>;
type Row = Selectable<PointTable>;

/** A data point as it will stand, and where the request speaks of it. */
interface Standing {
  readonly path: string;
  readonly point: PointFields;
}

const fieldsOf = (row: Row): PointFields => {
  const { id, version, ...fields } = pointRowOf(row);
  return fields;
};

/** What the schema says of a changed point, which its request has in part only. */
const judged = (row: Row, changes: Request["changed"][number]["changes"], path: string): Standing | FieldFault[] => {
  const { data, error } = pointFields.safeParse({ ...fieldsOf(row), ...changes });
  if (data) return { path, point: data };
  return error.issues.map((issue) => ({
    path: `${path}.${issue.path.join(".")}`,
    message: issue.message as FieldFault["message"],
  }));
};

/** Points of the request that take an address or an English name which another point has, by the rule of `addPoint`. */
const collisions = (staying: readonly Row[], standing: readonly Standing[]): FieldFault[] => {
  const addresses = new Set<string>();
  const places = new Set<string>();
  const names = new Map<string, string>();
  const faults: FieldFault[] = [];
  const take = ({ address, nameEn, startBit, endBit }: PointFields, path: string | undefined): void => {
    const place = JSON.stringify([address, bitsOf(startBit, endBit)]);
    const alike = places.has(place) || (names.get(address) ?? address) !== address;
    const named = nameEn !== "" && (names.has(nameEn) || (nameEn !== address && addresses.has(nameEn)));
    if (path !== undefined && alike) faults.push({ path: `${path}.address`, message: "code.addressRepeated" });
    if (path !== undefined && named) faults.push({ path: `${path}.nameEn`, message: "code.addressRepeated" });
    places.add(place);
    addresses.add(address);
    if (nameEn !== "") names.set(nameEn, address);
  };
  for (const row of staying) take(fieldsOf(row), undefined);
  for (const { point, path } of standing) take(point, path);
  return faults;
};

/** References to records that the template's organisation is not offered. */
const notOffered = async (db: Db, standing: readonly Standing[], path: string): Promise<FieldFault[]> => {
  const found = async (table: "point_category" | "icon_group", field: "categoryId" | "iconGroupId"): Promise<FieldFault[]> => {
    const offered = await offeredTo(
      db,
      table,
      standing.map(({ point }) => point[field]),
      path,
    );
    return standing
      .filter(({ point }) => point[field] !== null && !offered.has(point[field]))
      .map(({ path }) => ({ path: `${path}.${field}`, message: "rule.invalid" }));
  };
  return [...(await found("icon_group", "iconGroupId")), ...(await found("point_category", "categoryId"))];
};

const refuse = (faults: readonly FieldFault[]): void => {
  if (faults.length > 0) throw new Problem("badRequest", { fields: faults });
};

/** Saves a table of data points, or nothing of it. */
export const putPoints = (
  db: Db,
  caller: Caller,
  request: Request,
  at: number,
): Promise<{ counts: { added: number; changed: number; removed: number }; change: string }> =>
  db.transaction().execute(async (tx) => {
    const recipe = await recipes.toChange(tx, caller, request.recipeId);
    const all = await tx.selectFrom("point").selectAll().where("recipe_id", "=", recipe.id).execute();
    const seen = new Set((await seenPoints(tx, caller).select("id").where("recipe_id", "=", recipe.id).execute()).map(({ id }) => id));
    const rows = new Map(all.filter(({ id }) => seen.has(id)).map((row) => [row.id, row]));
    const named = [...request.changed, ...request.removed];
    if (new Set(named.map(({ id }) => id)).size < named.length) throw new Problem("namedTwice");
    const known = ({ id, version }: { id: string; version: number }): Row => {
      const row = rows.get(id);
      if (!row) throw new Problem("notFound");
      checkVersion(row, version);
      return row;
    };
    const removed = request.removed.map(known);
    const edits = request.changed.map((each, place) => {
      const row = known(each);
      return { row, outcome: judged(row, each.changes, `changed.${place}`) };
    });
    refuse(edits.flatMap(({ outcome }) => (Array.isArray(outcome) ? outcome : [])));
    const changed = edits.flatMap(({ row, outcome }) => (Array.isArray(outcome) ? [] : [{ row, ...outcome }]));
    const added = request.added.map((point, place): Standing => ({ path: `added.${place}`, point: { ...point, recipeId: recipe.id } }));
    const gone = new Set(named.map(({ id }) => id));
    const staying = all.filter(({ id }) => !gone.has(id));
    const standing = [...changed, ...added];
    if (staying.length + standing.length > limits.point.perTemplate) throw new Problem("tooLarge");
    refuse(collisions(staying, standing));
    refuse(await notOffered(tx, standing, recipe.path));
    const removedIds = removed.map(({ id }) => id);
    for (const ids of portions(removedIds)) {
      await refuseWatched(tx, ids);
      await refuseWritten(tx, ids);
      await tx.deleteFrom("point").where("id", "in", ids).execute();
    }
    for (const { row, point } of changed)
      await tx
        .updateTable("point")
        .set({ ...pointColumns(point), ...restamped(row, caller, at) })
        .where("id", "=", row.id)
        .execute();
    // Ids sort by their time: points of the same number keep their order.
    const made = added.map(({ point }, place) => ({ id: newId(at + place), point }));
    for (const part of portions(made))
      await tx
        .insertInto("point")
        .values(
          part.map(({ id, point }) => ({
            ...{ id, recipe_id: recipe.id, updated_at: at, updated_by: authorOf(caller) },
            ...pointColumns(point),
          })),
        )
        .execute();
    const before = [...changed.map(({ row }) => row), ...removed].map((row) => [row.id, fieldsOf(row)] as const);
    const after = [...changed.map(({ row, point }) => [row.id, point] as const), ...made.map(({ id, point }) => [id, point] as const)];
    return {
      counts: { added: made.length, changed: changed.length, removed: removed.length },
      change: tableChange(new Map(before), new Map(after)),
    };
  });

/** What a log row keeps of a table: of each point what differs, and of one that came or went what it is called. */
const tableChange = (before: ReadonlyMap<string, PointFields>, after: ReadonlyMap<string, PointFields>): string => {
  const sides = (one: ReadonlyMap<string, PointFields>, other: ReadonlyMap<string, PointFields>) =>
    Object.fromEntries(
      [...one].map(([id, point]) => {
        const counterpart = other.get(id);
        if (!counterpart) return [id, `${point.name} ${point.address}`];
        const differing = Object.entries(point).filter(
          ([name, value]) => JSON.stringify(value) !== JSON.stringify(counterpart[name as keyof PointFields]),
        );
        return [id, Object.fromEntries(differing)];
      }),
    );
  return changeOf(sides(before, after), sides(after, before));
};
