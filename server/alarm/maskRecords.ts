import { randomUUID } from "node:crypto";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { type alarmMask, type MaskRow, type MaskState, maskRow, type RunningMask } from "#contract/resources/alarmMask.ts";
import { checkOffered } from "#server/catalog/offeredTo.ts";
import { seesRule } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { portions } from "#server/kit/portions.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { companiesOf, inScope, isAbove, narrowedTo } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion } from "#server/records/edits.ts";

type Calls = typeof alarmMask.calls;
type Put = RequestOf<Calls["put"]>;

const dayMs = 86_400_000;

/** Masks with the names of what they hold back. */
const named = (db: Db) =>
  db
    .selectFrom("alarm_mask")
    .innerJoin("company", "company.id", "alarm_mask.company_id")
    .leftJoin("device", "device.id", "alarm_mask.device_id")
    .leftJoin("alarm_trigger", "alarm_trigger.id", "alarm_mask.rule_id")
    .leftJoin("alarm_type", "alarm_type.id", "alarm_mask.alarm_type_id");

/** What a mask names has to be seen, and it itself to be of an organisation that is seen, or of one above the caller's, which holds back there too. */
const visible = (db: Db, caller: Caller) =>
  named(db)
    .where((eb) => eb.or([eb("alarm_mask.device_id", "is", null), inScope(db, caller, eb.ref("device.company_id").$notNull())]))
    .where((eb) =>
      eb.or([
        eb("alarm_mask.rule_id", "is", null),
        eb.and([inScope(db, caller, eb.ref("alarm_trigger.company_id").$notNull()), seesRule(caller, "alarm_trigger")]),
      ]),
    )
    .where((eb) => eb.or([inScope(db, caller, eb.ref("alarm_mask.company_id")), isAbove(caller.companyPath, eb.ref("company.path"))]));

const shown = (db: Db, caller: Caller) =>
  visible(db, caller)
    .selectAll("alarm_mask")
    .select(["company.name as company_name", "company.path", "device.name as device_name", "device.sn"])
    .select(["alarm_trigger.name as rule_name", "alarm_type.name as type_name", "alarm_type.name_en as type_name_en"]);

type ShownMask = Awaited<ReturnType<ReturnType<typeof shown>["execute"]>>[number];

const iso = (at: number): string => new Date(at).toISOString();
const isOver = ({ ends_at }: { ends_at: number | null }, at: number): boolean => ends_at !== null && ends_at <= at;
const stateOf = (mask: Pick<ShownMask, "starts_at" | "ends_at">, at: number): MaskState =>
  isOver(mask, at) ? "over" : mask.starts_at > at ? "planned" : "running";

const rowOf = (caller: Caller, row: ShownMask, at: number): MaskRow => {
  const own = row.path.startsWith(caller.companyPath);
  return maskRow.parse({
    ...{ id: row.id, companyId: row.company_id, companyName: row.company_name, version: row.version },
    ...{ deviceId: row.device_id, deviceName: row.device_name ?? "", deviceSn: row.sn ?? "" },
    ...{ ruleId: row.rule_id, ruleName: row.rule_name ?? "" },
    ...{ alarmTypeId: row.alarm_type_id, typeName: row.type_name ?? "", typeNameEn: row.type_name_en ?? "" },
    ...{ startsAt: iso(row.starts_at), endsAt: row.ends_at === null ? null : iso(row.ends_at), reason: row.reason },
    ...{ state: stateOf(row, at), at: iso(row.created_at) },
    // Who works in an organisation above is not told.
    ...{ by: own ? row.created_by : "", endedBy: own ? row.ended_by : "", changeable: own },
  });
};

type Builder = ExpressionBuilder<Database, "alarm_mask">;

const inState = (eb: Builder, state: MaskState, at: number): Expression<SqlBool> => {
  const standing = eb.or([eb("alarm_mask.ends_at", "is", null), eb("alarm_mask.ends_at", ">", at)]);
  if (state === "over") return eb("alarm_mask.ends_at", "<=", at);
  return eb.and([standing, eb("alarm_mask.starts_at", state === "running" ? "<=" : ">", at)]);
};

const sortColumns = {
  startsAt: "alarm_mask.starts_at",
  endsAt: "alarm_mask.ends_at",
  deviceName: "device.name",
  ruleName: "alarm_trigger.name",
  companyName: "company.name",
} as const satisfies Record<SortFieldOf<RequestOf<Calls["query"]>>, string>;

/** The newest first unless asked otherwise. */
export const queryMasks = async (db: Db, caller: Caller, request: RequestOf<Calls["query"]>, at: number): Promise<ListOf<MaskRow>> => {
  const { search = "", state, deviceId, ruleId, alarmTypeId, companyId, sortField } = request;
  const { companyPath } = await narrowedTo(db, caller, companyId);
  const matching = shown(db, caller)
    .$if(Boolean(companyId), (query) => query.where("alarm_mask.company_id", "in", companiesOf(db, { companyPath })))
    .$if(state !== undefined, (query) => query.where((eb) => (state ? inState(eb, state, at) : eb.lit(true))))
    .$if(Boolean(deviceId), (query) => query.where("alarm_mask.device_id", "=", deviceId ?? ""))
    .$if(Boolean(ruleId), (query) => query.where("alarm_mask.rule_id", "=", ruleId ?? ""))
    .$if(Boolean(alarmTypeId), (query) => query.where("alarm_mask.alarm_type_id", "=", alarmTypeId ?? ""))
    .$if(searchText(search) !== "", (query) =>
      query.where((eb) =>
        eb.or([
          containsFolded(eb.ref("alarm_mask.reason"), search),
          containsFolded(eb.ref("device.name").$notNull(), search),
          containsFolded(eb.ref("device.sn").$notNull(), search),
          containsFolded(eb.ref("alarm_trigger.name").$notNull(), search),
          containsFolded(eb.ref("alarm_type.name").$notNull(), search),
          containsFolded(eb.ref("alarm_type.name_en").$notNull(), search),
        ]),
      ),
    );
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const order = request.sortOrder ?? (sortField ? "asc" : "desc");
  const rows = await matching
    .orderBy(sortField ? sortColumns[sortField] : "alarm_mask.created_at", order)
    .orderBy("alarm_mask.id", order)
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(
    rows.map((row) => rowOf(caller, row, at)),
    total,
    pageNo,
    request,
  );
};

/** The organisation whose devices it concerns. Makes sure that the caller sees what is named. */
const companyOf = async (db: Db, caller: Caller, { deviceId, ruleId, alarmTypeId }: Put): Promise<string> => {
  const device = await owned(db, caller, "device", deviceId);
  const rule = await owned(db, caller, "alarm_trigger", ruleId);
  if (alarmTypeId !== null) {
    const own = await owned(db, caller, "alarm_type", alarmTypeId, true);
    if (own === undefined) await checkOffered(db, "alarm_type", "alarmTypeId", alarmTypeId, caller.companyPath);
    return device ?? rule ?? own ?? caller.companyId;
  }
  const companyId = device ?? rule;
  if (companyId === undefined) throw fieldProblem("deviceId", "rule.mask.nothing");
  return companyId;
};

const owned = async (
  db: Db,
  caller: Caller,
  table: "device" | "alarm_trigger" | "alarm_type",
  id: string | null,
  elsewhere = false,
): Promise<string | undefined> => {
  if (id === null) return undefined;
  const row = await db
    .selectFrom(table as "alarm_trigger")
    .select("company_id")
    .where("id", "=", id)
    .where((eb) => inScope(db, caller, eb.ref("company_id")))
    .$if(table === "alarm_trigger", (query) => query.where(seesRule(caller, "alarm_trigger")))
    .executeTakeFirst();
  if (!row && !elsewhere) throw new Problem("notFound");
  return row?.company_id;
};

const spanOf = ({ startsAt, endsAt }: Pick<Put, "startsAt" | "endsAt">, at: number): { starts_at: number; ends_at: number | null } => {
  const starts_at = startsAt === null ? at : Math.max(at, Date.parse(startsAt));
  const ends_at = endsAt === null ? null : Date.parse(endsAt);
  if (ends_at !== null && ends_at <= starts_at) throw fieldProblem("endsAt", "rule.mask.end");
  const last = at + limits.mask.aheadDays * dayMs;
  if (starts_at > last) throw fieldProblem("startsAt", "rule.mask.ahead");
  if (ends_at !== null && ends_at > last) throw fieldProblem("endsAt", "rule.mask.ahead");
  return { starts_at, ends_at };
};

const logged = ({ deviceId, ruleId, alarmTypeId, startsAt, endsAt, reason, endedBy }: MaskRow) => ({
  ...{ deviceId, ruleId, alarmTypeId, startsAt, endsAt, reason },
  ...(endedBy === "" ? {} : { endedBy }),
});

/** Those of the organisations that the caller sees. */
const changeable = async (db: Db, caller: Caller, ids: readonly string[]): Promise<ShownMask[]> => {
  const rows = await shown(db, caller)
    .where("alarm_mask.id", "in", ids)
    .where((eb) => inScope(db, caller, eb.ref("alarm_mask.company_id")))
    .execute();
  if (rows.length !== ids.length) throw new Problem("notFound");
  return rows;
};

const logOf = async (db: Db, caller: Caller, id: string, at: number) => {
  const row = await shown(db, caller).where("alarm_mask.id", "=", id).executeTakeFirstOrThrow();
  return logged(rowOf(caller, row, at));
};

/** A mask that begins, or the end and the reason of one that is not over. */
export const putMask = (db: Db, caller: Caller, request: Put, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (trx) => {
    if (request.id !== undefined) {
      const { id } = request;
      const [kept] = await changeable(trx, caller, [id]);
      if (!kept) throw new Problem("notFound");
      if (request.version !== undefined) checkVersion(kept, request.version);
      if (isOver(kept, at)) throw new Problem("maskOver");
      const before = logged(rowOf(caller, kept, at));
      const { ends_at } = spanOf({ startsAt: iso(kept.starts_at), endsAt: request.endsAt }, at);
      await trx
        .updateTable("alarm_mask")
        .set({ ends_at, reason: request.reason, version: kept.version + 1, updated_at: at, updated_by: authorOf(caller) })
        .where("id", "=", id)
        .execute();
      return { id, change: changeOf(before, await logOf(trx, caller, id, at)) };
    }
    return beginMask(trx, caller, request, at);
  });

const plain = { deviceId: null, ruleId: null, alarmTypeId: null, startsAt: null, endsAt: null, reason: "" };

const beginMask = async (trx: Db, caller: Caller, request: Put, at: number): Promise<{ id: string; change: string }> => {
  const company_id = await companyOf(trx, caller, request);
  const id = randomUUID();
  const { deviceId: device_id, ruleId: rule_id, alarmTypeId: alarm_type_id, reason } = request;
  const by = { created_by: authorOf(caller), updated_by: authorOf(caller), created_at: at, updated_at: at };
  await trx
    .insertInto("alarm_mask")
    .values({ id, company_id, device_id, rule_id, alarm_type_id, reason, ...spanOf(request, at), ...by })
    .execute();
  return { id, change: creationOf(id, await logOf(trx, caller, id, at)) };
};

/** Ends what has not ended; one that is planned never begins. */
export const endMasks = (db: Db, caller: Caller, ids: readonly string[], at: number): Promise<{ ended: string[]; change: string }> =>
  db.transaction().execute(async (trx) => {
    const rows = await changeable(trx, caller, [...new Set(ids)]);
    const standing = rows.filter((row) => !isOver(row, at)).map(({ id }) => id);
    if (standing.length === 0) return { ended: [], change: "" };
    await endThese(trx, caller, standing, at);
    return { ended: standing, change: changeOf({}, { ended: standing, endsAt: iso(at) }) };
  });

type Author = Pick<Caller, "userName" | "account">;

const endThese = async (trx: Db, caller: Author, ids: readonly string[], at: number): Promise<void> => {
  const by = authorOf(caller);
  await trx
    .updateTable("alarm_mask")
    .set((eb) => ({
      ...{ ends_at: at, ended_by: by, version: eb("version", "+", 1), updated_at: at, updated_by: by },
      starts_at: sql<number>`case when starts_at > ${at} then ${at} else starts_at end`,
    }))
    .where("id", "in", ids)
    .execute();
};

/** Of rules for all of their devices, or of devices for all of their rules: those that run. */
const runningOf = (db: Db, of: "rule_id" | "device_id", ids: readonly string[], at: number) =>
  db
    .selectFrom("alarm_mask")
    .where(`alarm_mask.${of}`, "in", ids)
    .where(of === "rule_id" ? "alarm_mask.device_id" : "alarm_mask.rule_id", "is", null)
    .where("alarm_mask.alarm_type_id", "is", null)
    .where((eb) => inState(eb, "running", at));

/** The switch of a rule: one without an end begins, or those that run end. Answers the masks that it wrote. */
export const switchMask = (db: Db, caller: Caller, ruleId: string, on: boolean, at: number): Promise<{ ids: string[]; change: string }> =>
  db.transaction().execute(async (trx) => {
    await owned(trx, caller, "alarm_trigger", ruleId);
    const running = await runningOf(trx, "rule_id", [ruleId], at).select("alarm_mask.id").execute();
    const ids = running.map(({ id }) => id);
    if (on === ids.length > 0) return { ids: [], change: "" };
    const change = changeOf({ mask: !on }, { mask: on });
    if (!on) {
      await changeable(trx, caller, ids);
      await endThese(trx, caller, ids, at);
      return { ids, change };
    }
    const { id } = await beginMask(trx, caller, { ...plain, ruleId }, at);
    return { ids: [id], change };
  });

/** What a row tells of the mask that runs over all of it, of several the one that ends last. */
export const runningMasks = async (
  db: Db,
  caller: Caller,
  of: "rule_id" | "device_id",
  ids: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, RunningMask>> => {
  const found = new Map<string, RunningMask>();
  for (const some of portions(ids)) {
    const rows = await runningOf(db, of, some, at)
      .innerJoin("company", "company.id", "alarm_mask.company_id")
      .select([`alarm_mask.${of} as subject`, "alarm_mask.id", "alarm_mask.ends_at", "alarm_mask.reason", "alarm_mask.created_by"])
      .select("company.path")
      .orderBy(sql`case when alarm_mask.ends_at is null then 1 else 0 end`)
      .orderBy("alarm_mask.ends_at")
      .execute();
    for (const { subject, id, ends_at, reason, created_by, path } of rows) {
      const by = path.startsWith(caller.companyPath) ? created_by : "";
      if (subject !== null) found.set(subject, { id, by, reason, endsAt: ends_at === null ? null : iso(ends_at) });
    }
  }
  return found;
};

/**
 * Of devices that stand in another organisation by now: masks of them, or of their own rules, that an organisation has which is not above them
 * are over, so that what they held back and what still stands is told.
 */
export const leaveMasks = async (tx: Db, caller: Author, path: string, deviceIds: readonly string[], at: number): Promise<void> => {
  const left = await tx
    .selectFrom("alarm_mask")
    .innerJoin("company", "company.id", "alarm_mask.company_id")
    .select("alarm_mask.id")
    .where((eb) =>
      eb.or([
        eb("alarm_mask.device_id", "in", deviceIds),
        eb("alarm_mask.rule_id", "in", tx.selectFrom("alarm_trigger").select("id").where("device_id", "in", deviceIds)),
      ]),
    )
    .where((eb) => eb.not(isAbove(path, eb.ref("company.path"))))
    .where((eb) => eb.or([eb("alarm_mask.ends_at", "is", null), eb("alarm_mask.ends_at", ">", at)]))
    .execute();
  for (const some of portions(left.map(({ id }) => id))) await endThese(tx, caller, some, at);
};
