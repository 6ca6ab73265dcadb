import type { RequestOf } from "#contract/kit/call.ts";
import { pictureKey } from "#contract/pictureKey.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import type { Db } from "#server/db/open.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { newId } from "#server/kit/newId.ts";
import { authorOf } from "#server/records/edits.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";

const previewed = 6;

/** Pictures by value of several groups, each in the order in which they were added. */
export const picturesOf = async (
  db: Db,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, { value: string; picture: string }[]>> => {
  if (groupIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("icon_picture")
    .select(["group_id", "value", "picture"])
    .where("group_id", "in", groupIds)
    .orderBy("id")
    .execute();
  return new Map(
    [...groupedBy(rows, (row) => row.group_id)].map(([id, held]) => [id, held.map(({ value, picture }) => ({ value, picture }))]),
  );
};

type Bodies = RequestOf<typeof deviceRecipePicture.calls.post>["bodies"];
const bodiesOf = (fields: object): Bodies => ("bodies" in fields ? (fields.bodies as Bodies) : []);

export const iconGroupKind: RecordKind<typeof deviceRecipePicture, "icon_group"> = {
  resource: deviceRecipePicture,
  table: "icon_group",
  reach: "shared",
  fields: ["name"],
  searched: [],
  filters: { name: "holds" },
  sorted: { field: "name", order: "asc" },
  related: {
    pictures: { table: "icon_picture", column: "group_id" },
    points: { table: "point", column: "icon_group_id", keeps: { zh: "数据点", en: "data point" } },
  },
  async write(id, fields, { db, caller, at }) {
    const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
    for (const [place, { value, picture }] of bodiesOf(fields).entries())
      await db
        .insertInto("icon_picture")
        // Ids sort by their time: the pictures keep their order.
        .values({ id: newId(at + place), group_id: id, value, value_key: pictureKey(value), picture, ...stamps })
        .execute();
  },
  told: {
    typed: (fields) => Object.fromEntries(bodiesOf(fields).map(({ value, picture }) => [value, picture])),
    kept: async () => ({}),
  },
  async more(rows, db) {
    const pictures = await picturesOf(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id }) => ({ preview: (pictures.get(id) ?? []).slice(0, previewed).map(({ picture }) => picture) }));
  },
};

export const iconGroups = keepRecords(iconGroupKind);
