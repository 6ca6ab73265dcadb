import type { RequestOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import type { alarmTry, TryAnswer } from "#contract/resources/alarmTry.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import type { Db } from "#server/db/open.ts";
import { deviceInScope, slavesOf } from "#server/devices/deviceRows.ts";
import { chooseHistory } from "#server/history/historyChoice.ts";
import { historyCurves } from "#server/history/historyCurves.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";
import { utcText } from "#server/kit/utcText.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { openReplay, type Replay } from "./replay.ts";
import { type AlarmDevice, compileRule, type Rule } from "./rule.ts";
import { eachStored, lastBefore, type StoredPoint } from "./storedReadings.ts";
import { triedNotices } from "./triedNotices.ts";
import { checkWatchedPoint } from "./watchedPoint.ts";

type Request = RequestOf<typeof alarmTry.calls.run>;
type Reader = Pick<Telemetry, "find" | "raw" | "buckets" | "reduced" | "count">;

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Replayed {
  readonly readings: number;
  /** UTC ms. */
  readonly to: number;
}

/** What the rule would have done on the device's stored readings, or for a rule of presence on its comings and goings, within a span of time. */
export const tryRule = async (db: Db, telemetry: Reader, caller: Caller, request: Request, now: number): Promise<TryAnswer> => {
  checkGrants(caller);
  const { rule: fields, deviceId, columns } = request;
  const device = await deviceInScope(db, caller, deviceId);
  await checkWatchedPoint(db, caller, fields);
  const slaves = (await slavesOf(db, device.id)).filter(({ recipe_id }) => recipe_id === fields.recipeId);
  const slave = request.slave === undefined ? slaves[0] : slaves.find(({ no }) => no === request.slave);
  if (!slave) throw fieldProblem("deviceId", "rule.invalid");
  const { path } = await db.selectFrom("company").select("path").where("id", "=", device.company_id).executeTakeFirstOrThrow();
  const rule = compiled(fields, device.company_id, await zoneOf(db, caller, fields, device.company_id));
  const span = { from: Date.parse(request.from), to: Math.min(Date.parse(request.to), Math.max(now, Date.parse(request.from) + 1)) };
  const tried: AlarmDevice = {
    ...{ id: device.id, name: device.name, sn: device.sn, companyId: device.company_id, companyPath: path },
    ...{ typeId: device.type_id, alarmNotice: true },
  };
  const replay = openReplay(rule, tried, rule.kind === "offline" ? 0 : slave.no);
  const period = { from: utcText(span.from), to: utcText(span.to) };
  const history = (pointIds: readonly string[]) => ({
    ...{ deviceId, points: pointIds.map((pointId) => ({ slave: slave.no, pointId })), aggregation: "raw" as const, ...period },
  });
  const replayed =
    rule.kind === "offline"
      ? await replayPresence(db, replay, device.id, span)
      : await replayReadings(db, telemetry, caller, rule, replay, history(rule.parts?.points ?? [fields.pointId ?? ""]));
  replay.until(replayed.to);
  const curves =
    rule.kind === "offline" ? undefined : await historyCurves(db, telemetry, caller, { ...history([fields.pointId ?? ""]), columns });
  const within = replay.spans.filter(({ releasedAt = Number.POSITIVE_INFINITY }) => releasedAt >= span.from);
  const raised = within.filter(({ raisedAt }) => raisedAt >= span.from);
  return {
    slave: slave.no,
    slaves: slaves.map(({ no, name }) => ({ no, name })),
    ...period,
    replayedUntil: utcText(replayed.to),
    readings: replayed.readings,
    raised: raised.length,
    spans: within.slice(0, limits.alarmTry.listed).map(({ raisedAt, releasedAt }) => ({
      raisedAt: utcText(raisedAt),
      releasedAt: releasedAt === undefined ? null : utcText(releasedAt),
    })),
    notices: await triedNotices(db, caller, fields, raised, { from: span.from, to: replayed.to }),
    curve: curves?.curves[0] ?? null,
  };
};

/** Whoever tries a rule may save one, and read what it is tried on. */
const checkGrants = ({ grants }: Caller): void => {
  const saves = [alarmTrigger.calls.post, alarmTrigger.calls.put].some(({ path }) => grants.has(path));
  if (!saves || !grants.has(deviceDataLog.calls.query_mutil.path)) throw new Problem("forbidden");
};

/** The hours of a rule are those of its organisation: that of its data template, or of the one device that it is of. */
const zoneOf = async (db: Db, caller: Caller, { deviceId, recipeId }: Request["rule"], deviceCompany: string): Promise<string> => {
  const recipe = await db
    .selectFrom("recipe")
    .select("company_id")
    .where("id", "=", recipeId)
    .$if(!seesAll(caller), (query) => query.where("company_id", "in", companiesOf(db, caller)))
    .executeTakeFirst();
  const companyId = deviceId === null && recipe ? recipe.company_id : deviceCompany;
  return (await db.selectFrom("company").select("zone").where("id", "=", companyId).executeTakeFirstOrThrow()).zone;
};

/** Nobody is told of it, so that nothing of it needs a name. */
const nameless = { pointName: "", pointNameEn: "", otherPointName: "", otherPointNameEn: "", unit: "", enumeration: [] };

const compiled = (fields: Request["rule"], companyId: string, zone: string): Rule => {
  const { scheduleDays, scheduleFrom, scheduleTo, holidays, escalation, further } = fields;
  return compileRule({
    ...{ ...fields, ...nameless, id: "", companyId, alarmTypeName: "", alarmTypeNameEn: "" },
    further: further.map((one) => ({ ...one, ...nameless })),
    escalation: escalation.map(({ minutes, alarmGroupId }) => ({ minutes, groupId: alarmGroupId })),
    schedule: scheduleDays.length === 0 ? null : { scheduleDays, scheduleFrom, scheduleTo, holidays, zone },
  });
};

interface ReadingsAsked {
  deviceId: string;
  points: { slave: number; pointId: string }[];
  aggregation: "raw";
  from: string;
  to: string;
}

/** Goes on from the last readings before, since what stood then may stand still, and from as far back as a change is looked for. */
const replayReadings = async (
  db: Db,
  telemetry: Reader,
  caller: Caller,
  rule: Rule,
  replay: Replay,
  asked: ReadingsAsked,
): Promise<Replayed> => {
  const { points, from, to } = await chooseHistory(db, telemetry, caller, asked);
  const stored = points.flatMap(({ info: { pointId, valueType }, series }): StoredPoint[] =>
    series === undefined ? [] : [{ pointId, series, textual: valueType === "text" }],
  );
  const begin = from - Math.max(0, ...(rule.parts?.each ?? []).map(({ change }) => change?.spanMs ?? 0));
  for (const reading of await lastBefore(telemetry, stored, begin)) replay.readings([reading]);
  let readings = 0;
  let last = from;
  const ended = await eachStored(telemetry, stored, { from: begin, to }, (together) => {
    replay.readings(together);
    for (const { ts } of together) if (ts >= from) readings += 1;
    last = together[0]?.ts ?? last;
    return readings < limits.alarmTry.readings;
  });
  return { readings, to: ended ? to : last };
};

const replayPresence = async (db: Db, replay: Replay, deviceId: string, { from, to }: Span): Promise<Replayed> => {
  const log = db.selectFrom("device_state_log").select(["online", "at"]).where("device_id", "=", deviceId);
  const before = await log.where("at", "<", from).orderBy("at", "desc").orderBy("id", "desc").limit(1).execute();
  const within = await log
    .where("at", ">=", from)
    .where("at", "<", to)
    .orderBy("at")
    .orderBy("id")
    .limit(limits.alarmTry.readings + 1)
    .execute();
  const taken = within.slice(0, limits.alarmTry.readings);
  for (const { online, at } of [...before, ...taken]) replay.presence(online === 1, at);
  return { readings: taken.length, to: within.length > taken.length ? (taken.at(-1)?.at ?? to) : to };
};
