import { type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import type { deviceFavorites, FollowedDevice } from "#contract/resources/deviceFavorites.ts";
import type { Db } from "#server/db/open.ts";
import { inOrder } from "#server/db/unindexed.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { presenceRank, presenceRanks } from "./deviceList.ts";
import { deviceRowsOf, type RowsNow } from "./deviceRows.ts";
import { seenFollowed } from "./followList.ts";

type Query = RequestOf<typeof deviceFavorites.calls.query>;

const columns = {
  place: sql.ref("device_favorite.place"),
  followedAt: sql.ref("device_favorite.followed_at"),
  name: sql.ref("device.name"),
  sn: sql.ref("device.sn"),
  presence: presenceRank,
  typeName: sql.ref("device_type.name"),
  companyName: sql.ref("company.name"),
  communicationTime: sql.ref("device_communication.communication_time"),
  openAlarms: sql.ref("device.open_alarms"),
} satisfies Record<SortFieldOf<Query>, unknown>;

/** One page of what the caller follows, in the order that they gave it unless asked otherwise. */
export const listFollowed = async (db: Db, caller: Caller, request: Query, now: RowsNow): Promise<ListOf<FollowedDevice>> => {
  const { search, presence, alarmed } = request;
  const seen = seenFollowed(db, caller).select(["device.id", "device_favorite.followed_at"]);
  const all = await seen.orderBy("device_favorite.place").orderBy("device.id").execute();
  const standing = new Map(all.map(({ id, followed_at }, index) => [id, { place: index + 1, at: followed_at }]));
  const { field, order } = sortingOf(request, { field: "place", order: "asc" });
  const found = await seenFollowed(db, caller)
    .innerJoin("device_type", "device_type.id", "device.type_id")
    .innerJoin("company", "company.id", "device.company_id")
    .innerJoin("device_communication", "device_communication.device_id", "device.id")
    .select("device.id")
    .$if(search !== undefined && searchText(search) !== "", (query) => query.where((eb) => contains(eb.ref("device.search"), search ?? "")))
    .$if(presence !== undefined, (query) => query.where(sql<SqlBool>`${presenceRank} = ${presenceRanks[presence ?? "online"]}`))
    .$if(alarmed !== undefined, (query) => query.where("device.open_alarms", alarmed ? ">" : "=", 0))
    .orderBy(columns[field], inOrder(order))
    .orderBy("device_favorite.place", order)
    .execute();
  const { offset, pageNo } = pageOf(request, found.length);
  const ids = found.slice(offset, offset + request.pageSize).map(({ id }) => id);
  const rows = await deviceRowsOf(db, caller, ids, now);
  const list = rows.flatMap((row) => {
    const stands = standing.get(row.id);
    return stands ? [{ ...row, place: stands.place, followedAt: new Date(stands.at).toISOString() }] : [];
  });
  return listOf(list, found.length, pageNo, request);
};
