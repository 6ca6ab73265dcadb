import type { RequestOf } from "#contract/kit/call.ts";
import { type Language, say } from "#contract/messages.ts";
import type { RegisterType } from "#contract/point/registers.ts";
import type { PollPlan, RegisterTrial, TrialReading } from "#contract/point/registerTrial.ts";
import type { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { framings } from "#server/wire/modbus/framing.ts";
import { readRequest } from "#server/wire/modbus/linePoller.ts";
import { requestPdu } from "#server/wire/modbus/pdu.ts";
import { isBits, polledPoints } from "#server/wire/modbus/polling.ts";
import { type ReadBlock, triedJson, triedOrders, triedRegisters, triedWrite, wordsOf } from "#server/wire/modbus/registerTrial.ts";
import { type ReadFrame, TrialFault, typedFrame, typedRegisters } from "#server/wire/modbus/trialInput.ts";
import { jsonProtocol } from "#server/wire/protocols/mqttJson/jsonProtocol.ts";
import { type CompiledRow, compiledPoint, keyed } from "#server/wire/registry.ts";
import { keptFromApp } from "./pointAuth.ts";
import { pointColumns, pointRowOf } from "./pointRows.ts";
import { seenPoints } from "./points.ts";

type Calls = typeof deviceDataRecipe.calls;
type Trial = RequestOf<Calls["try_registers"]>;

/** The points of a template that the caller sees, as devices are read by them. `changes` are of the one that is named. */
const pointsOf = async (
  db: Db,
  caller: Caller,
  { recipeId, pointId = "", changes = {} }: Pick<Trial, "recipeId"> & Partial<Trial>,
): Promise<CompiledRow[]> => {
  const recipe = await db
    .selectFrom("recipe")
    .select("id")
    .where("id", "=", recipeId)
    .where("company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  if (!recipe) throw new Problem("notFound");
  const rows = await seenPoints(db, caller)
    .where("recipe_id", "=", recipe.id)
    .$if(pointId !== "", (query) => query.where("id", "=", pointId))
    .selectAll()
    .select(keptFromApp.as("kept"))
    .orderBy("sort")
    .orderBy("id")
    .execute();
  if (pointId !== "" && rows.length === 0) throw new Problem("notFound");
  return rows.map((row) => {
    const { id, recipeId: _, version, ...fields } = pointRowOf(row);
    return compiledPoint({ ...row, ...pointColumns({ ...fields, ...changes, recipeId }) });
  });
};

const json = jsonProtocol("mqtt-json");

const addressOf = ({ compiled: { definition } }: CompiledRow): string => definition.address;

type Tried = Pick<RegisterTrial, "frame" | "readings" | "orders">;

/** A raw value of one point, or an object of raw values by address, as the message of a gateway has them. */
const triedMessage = (points: readonly CompiledRow[], one: CompiledRow | undefined, { text, slave }: Trial, language: Language): Tried => {
  const values = one ? `{${JSON.stringify(addressOf(one))}:${text}}` : text;
  const { message, faults } = json.decode("telemetry", Buffer.from(`{"values":${values}}`), 0);
  const [fault] = faults;
  if (fault || message?.kind !== "readings") throw new TrialFault(say(language, `fault.${fault?.code ?? "json"}`, fault?.values));
  const byKey = keyed(points);
  const told = { language, slave };
  const readings = message.readings.flatMap(({ key, raw }) =>
    (byKey.get(key) ?? []).map((point) => ({
      ...{ pointId: point.id, place: point.registers.place ?? null },
      ...triedJson(point, raw, told),
    })),
  );
  if (readings.length === 0) throw new TrialFault(say(language, "trial.none"));
  return { frame: null, readings, orders: [] };
};

const lowest = (points: readonly CompiledRow[], type: RegisterType): number =>
  points.reduce((low, { registers: { place } }) => (place?.type === type ? Math.min(low, place.address) : low), 65_536);

/** Whether all of the point was read. */
const isIn =
  ({ type, start, words }: ReadBlock) =>
  (point: CompiledRow): boolean => {
    const { place } = point.registers;
    if (place?.type !== type) return false;
    return place.address >= start && place.address + wordsOf(point, type) <= start + words.length;
  };

const fnOf = (type: RegisterType): number => readRequest({ type, address: 0, count: 1 }).fn;

const readingOf = (point: CompiledRow, block: ReadBlock, language: Language, slave: number): TrialReading => ({
  ...{ pointId: point.id, place: point.registers.place ?? null },
  ...triedRegisters(point, block, { language, slave }),
});

const triedBlock = (points: readonly CompiledRow[], one: CompiledRow | undefined, request: Trial, language: Language): Tried => {
  const { input, text, slave } = request;
  const asked = one?.registers.place?.type ?? request.registerType;
  const read: ReadFrame | undefined =
    input === "rtu" || input === "tcp" ? typedFrame(text, input, one ? addressOf(one) : "", language) : undefined;
  if (read && one?.registers.place && read.type !== asked)
    throw new TrialFault(say(language, "trial.elsewhere", { fn: fnOf(read.type), right: fnOf(asked) }), read.frame);
  const type = read?.type ?? asked;
  const words = read?.words ?? typedRegisters(text, isBits(type), language);
  const start = request.start ?? (one ? (one.registers.place?.address ?? 0) : lowest(points, type));
  const block = { type, start, words };
  const unit = read?.frame.unit ?? slave;
  const meant = one ? [one] : points.filter(isIn(block));
  if (meant.length === 0) throw new TrialFault(say(language, "trial.none"), read?.frame ?? null);
  return {
    frame: read?.frame ?? null,
    readings: meant.map((point) => readingOf(point, block, language, unit)),
    orders: one ? triedOrders(one, block, { language, slave: unit }) : [],
  };
};

/** Tries what a device might send, and what a command would, on one or all of the points; nothing of it is kept. */
export const tryRegisters = async (db: Db, caller: Caller, request: Trial, language: Language): Promise<RegisterTrial> => {
  const points = await pointsOf(db, caller, request);
  const one = request.pointId === "" ? undefined : points[0];
  const { value, slave, framing } = request;
  const write = one && value.trim() !== "" ? triedWrite(one, value, framing, { language, slave }) : null;
  const nothing = { fault: "", frame: null, readings: [], orders: [], write };
  if (request.text.trim() === "") return nothing;
  try {
    const tried = request.input === "json" ? triedMessage(points, one, request, language) : triedBlock(points, one, request, language);
    return { ...nothing, ...tried };
  } catch (fault) {
    if (!(fault instanceof TrialFault)) throw fault;
    return { ...nothing, fault: fault.message, frame: fault.frame };
  }
};

/** The requests that a gateway's poller makes of a template. */
export const planPolls = async (db: Db, caller: Caller, request: RequestOf<Calls["poll_plan"]>, language: Language): Promise<PollPlan> => {
  const { slave } = request;
  const { reads, unread } = polledPoints(slave, await pointsOf(db, caller, request), request);
  const named = ({ id, name, nameEn }: CompiledRow) => ({ id, name, nameEn });
  return {
    reads: reads.map(({ parts, ...read }) => {
      const asked = readRequest(read);
      return {
        ...{ type: read.type, fn: asked.fn, address: read.address, count: read.count, seconds: read.seconds },
        frame: framings.rtu.frame({ unit: slave, request: asked, transaction: 0 }, requestPdu(asked)).toString("hex"),
        points: parts.map(({ point }) => ({ ...named(point), address: addressOf(point) })),
      };
    }),
    unread: unread.map(({ point, fault }) => ({ ...named(point), fault: say(language, `fault.${fault.code}`, fault.values) })),
  };
};
