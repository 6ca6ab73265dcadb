import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { z } from "zod";
import { deviceFields } from "#contract/resources/device.ts";
import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { addPoint } from "#server/catalog/points.ts";
import { recipes } from "#server/catalog/recipes.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { addDevice } from "#server/devices/deviceEdit.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Problem } from "#server/kit/problem.ts";
import type { RecordContext } from "#server/records/records.ts";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import type { Telemetry, Value } from "#server/telemetry/telemetry.ts";
import { ownDatabase } from "#tests/server/database.ts";

export const morning = Date.parse("2026-11-20T00:00:00Z");
export const silent = { presence: { communicatedAt: () => undefined }, at: 0 };

const paths = { root: "root/", north: "root/north/", town: "root/north/town/", south: "root/south/" } as const;
export type CompanyId = keyof typeof paths;

export interface World {
  db: Db;
  folder: string;
}

/** A root organisation, `north` with `town` below it, and `south` beside it; a type and a model that root shares with all. */
export async function openWorld(zones: Partial<Record<CompanyId, string>> = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "resources-"));
  const database = await ownDatabase(folder);
  const db = await openDatabase(database.place);
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const stamps = { created_at: morning, updated_at: morning, updated_by: "" };
  for (const [id, path] of Object.entries(paths)) {
    const parent = path.split("/").at(-3) ?? null;
    const zone = zones[id as CompanyId] ?? "Asia/Shanghai";
    await db
      .insertInto("company")
      .values({ id, parent_id: parent, path, name: `The ${id}`, enabled: 1, expires_at: null, zone, ...stamps })
      .execute();
  }
  await addType(db, "general", "root");
  await db
    .insertInto("device_model")
    .values({ id: "model", company_id: "root", name: "MQTT", model_id: "mqtt-json", transmission: "mqtt-json" })
    .execute();
  return { db, folder };
}

export async function openTelemetry({ folder }: World): Promise<Telemetry> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const telemetry = await openEmbeddedTelemetry({ file: join(folder, "telemetry.db"), log });
  onTestFinished(() => telemetry.stop());
  return telemetry;
}

export const addType = (db: Db, id: string, companyId: CompanyId, name = id) =>
  db
    .insertInto("device_type")
    .values({ id, company_id: companyId, name, name_en: `${name} en`, description: "" })
    .execute();

export const callerOf = (companyId: CompanyId, differences: Partial<Caller> = {}): Caller => ({
  userId: `user-${companyId}`,
  sessionId: "session",
  account: `${companyId}-account`,
  userName: `${companyId} user`,
  type: 0,
  companyId,
  companyPath: paths[companyId],
  zone: "Asia/Shanghai",
  grants: new Set(["/api/device_data_recipe/put_body"]),
  ...differences,
});

/** A call, without a server around it. */
export const askedBy = (db: Db, caller: Caller): RecordContext => ({
  services: { db, changes: { tell: async () => undefined } },
  ...{ caller, at: morning, trace: {} },
});

export async function addTemplate(db: Db, caller: Caller, name = "Template"): Promise<string> {
  return (await recipes.answers.post({ name, description: "" }, askedBy(db, caller))).id;
}

type PointInput = Partial<z.input<typeof pointFields>>;

let made = 0;
export async function addPointTo(db: Db, caller: Caller, recipeId: string, point: PointInput & { address: string }): Promise<string> {
  made += 1;
  const fields = pointFields.parse({ recipeId, name: `Point ${point.address}`, ...point });
  return (await addPoint(db, caller, fields, morning + made)).id;
}

/** Of a server with the built-in licence. */
export const licensed = (db: Db) => ({
  ...{ db, now: () => morning, config: { licencePublicKey: undefined } },
  troubles: { failed: () => undefined, over: () => undefined },
});

type DeviceInput = Partial<z.input<typeof deviceFields>> & { password?: string };

/** A device in the caller's organisation with one slave of the template, unless told otherwise. */
export const deviceRequest = (recipeId: string, { password = "", ...differences }: DeviceInput = {}) => ({
  ...deviceFields.parse({
    name: "Pump",
    sn: "SN-0001",
    typeId: "general",
    modelId: "model",
    industry: "water",
    slaves: [{ no: 1, name: "Slave 1", recipeId }],
    ...differences,
  }),
  password,
});

export async function addDeviceTo(db: Db, caller: Caller, recipeId: string, differences: DeviceInput = {}): Promise<string> {
  return (await addDevice(licensed(db), caller, deviceRequest(recipeId, differences), morning)).id;
}

export async function put(telemetry: Telemetry, series: number, readings: readonly (readonly [ts: number, value: Value])[]): Promise<void> {
  for (const [ts, value] of readings) telemetry.append(series, ts, value);
  await telemetry.committed();
}

/** What the page is told when the call is refused. */
export const refusal = async (call: Promise<unknown>): Promise<unknown> => {
  const fault = await call.then(
    () => undefined,
    (problem: Problem) => problem,
  );
  return fault?.envelope("en");
};

export const notFound = { code: 404, data: null, message: "Record not found" };
