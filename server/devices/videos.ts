import type { Selectable } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { type deviceVideo, type VideoRow, videoKind } from "#contract/resources/deviceVideo.ts";
import type { Config } from "#server/config.ts";
import type { DeviceVideoTable } from "#server/db/deviceVideos.ts";
import type { Db } from "#server/db/open.ts";
import { isAllowedSource, originOf } from "#server/http/videoSources.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { portions } from "#server/kit/portions.ts";
import { Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { changeOf, creationOf, secretChanged, secretKept } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { devicesInScope } from "./devicesInScope.ts";

type Calls = typeof deviceVideo.calls;
type Fields = Pick<RequestOf<Calls["post"]>, "name" | "kind" | "url" | "note" | "sort">;
type Row = Selectable<DeviceVideoTable>;

/** Where they are kept, and which sources the operator lets pages load. */
interface Kept {
  readonly db: Db;
  readonly config: Pick<Config, "videoSources" | "publicUrl">;
}

const columns = {
  name: "device_video.name",
  kind: "device_video.kind",
  sort: "device_video.sort",
  createdAt: "device_video.created_at",
  deviceName: "device.name",
  companyName: "company.name",
} as const;

/** Videos of the devices that the caller sees. */
const seenVideos = (db: Db, caller: Caller) =>
  db
    .selectFrom("device_video")
    .innerJoin("device", "device.id", "device_video.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .$if(!seesAll(caller), (query) => query.where("device.company_id", "in", companiesOf(db, caller)))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)));

/** One page of the videos, the newest first unless asked otherwise. */
export const listVideos = async ({ db, config }: Kept, caller: Caller, request: RequestOf<Calls["query"]>): Promise<ListOf<VideoRow>> => {
  const { field, order } = sortingOf(request, { field: "createdAt", order: "desc" });
  const { search = "", deviceId = "", id = "" } = request;
  const base = seenVideos(db, await narrowedTo(db, caller, request.companyId))
    .$if(deviceId !== "", (query) => query.where("device_video.device_id", "=", deviceId))
    .$if(id !== "", (query) => query.where("device_video.id", "=", id))
    .$if(request.kind !== undefined, (query) => query.where("device_video.kind", "=", request.kind ?? ""))
    .$if(search.trim() !== "", (query) =>
      query.where((eb) =>
        eb.or(
          (["device_video.name", "device_video.note", "device.name", "device.sn"] as const).map((column) =>
            containsFolded(eb.ref(column), search),
          ),
        ),
      ),
    );
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await base
    .selectAll("device_video")
    .select(["device.name as deviceName", "device.sn as deviceSn", "company.name as companyName"])
    .orderBy(columns[field], order)
    .orderBy("device_video.id", order)
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map(({ device_id, created_at, updated_at: _at, updated_by: _by, ...row }) => ({
    ...{ ...row, kind: videoKind.parse(row.kind), deviceId: device_id },
    ...{ createdAt: new Date(created_at).toISOString(), allowed: isAllowedSource(config, row.url) },
  }));
  return listOf(list, total, pageNo, request);
};

/** What the log keeps of an address: its host alone, as the rest may let anybody watch. */
const toldOf = ({ name, kind, url, note, sort }: Omit<Fields, "kind"> & { kind: string }, address: string) => ({
  ...{ name, kind, source: originOf(url), url: address, note, sort },
});

/** Refused at its field where no page of this server could load it. */
const checkSource = (config: Kept["config"], url: string): void => {
  if (isAllowedSource(config, url)) return;
  const named = config.videoSources.join(" ");
  const sources = named === "" ? { zh: "无", en: "none" } : named;
  throw new Problem("badRequest", { fields: [{ path: "url", message: "rule.video.source", values: { origin: originOf(url), sources } }] });
};

/** Adds a video to a device that the caller sees. */
export const addVideo = (
  { db, config }: Kept,
  caller: Caller,
  { deviceId, ...fields }: RequestOf<Calls["post"]>,
  at: number,
): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    await devicesInScope(tx, caller, [deviceId]);
    checkSource(config, fields.url);
    const { count } = await tx
      .selectFrom("device_video")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("device_id", "=", deviceId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= limits.video.perDevice) throw new Problem("tooManyVideos", { values: { max: limits.video.perDevice } });
    const id = newId(at);
    const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
    await tx
      .insertInto("device_video")
      .values({ id, device_id: deviceId, ...fields, ...stamps })
      .execute();
    return { id, change: creationOf(id, { deviceId, ...toldOf(fields, secretKept) }) };
  });

/** A video that the caller sees. */
const found = async (db: Db, caller: Caller, id: string): Promise<Row> => {
  const row = await seenVideos(db, caller).selectAll("device_video").where("device_video.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

/** Saves a video over the version that was seen; answers the change. An address that is not allowed any more may stay. */
export const editVideo = (
  { db, config }: Kept,
  caller: Caller,
  { id, version, ...fields }: RequestOf<Calls["put"]>,
  at: number,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const row = await found(tx, caller, id);
    checkVersion(row, version);
    const readdressed = fields.url !== row.url;
    if (readdressed) checkSource(config, fields.url);
    await tx
      .updateTable("device_video")
      .set({ ...fields, ...restamped(row, caller, at) })
      .where("id", "=", id)
      .execute();
    return changeOf(toldOf(row, secretKept), toldOf(fields, readdressed ? secretChanged : secretKept));
  });

/** Deletes videos, all of them or none where one is not the caller's. */
export const removeVideos = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    const rows: Row[] = [];
    for (const id of ids) rows.push(await found(tx, caller, id));
    for (const some of portions(ids)) await tx.deleteFrom("device_video").where("id", "in", some).execute();
    return { removed: ids.length, change: changeOf(Object.fromEntries(rows.map(({ id, name }) => [id, name])), {}) };
  });
