import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Db, openDatabase } from "#server/db/open.ts";
import { openSeeded, plainDevice } from "#tests/bench/fleetSeed.ts";
import { startServer } from "#tests/bench/serverProcess.ts";
import { until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";
import { eachPoint, openSlowReceiver, ruleIdOf, StormDevice, seedStorm } from "./alarmStorm.ts";

/** How often the server is killed; `ALARM_KILLS=20` for a long run. */
const kills = Number(process.env.ALARM_KILLS ?? 2);
const fleet = Array.from({ length: 12 }, (_, index) => plainDevice(index));

/** What is to be told and has not come to an end. */
const untold = async (db: Db): Promise<number> => {
  const events = await db.selectFrom("alarm_notice_event").select("id").where("state", "<>", "planned").execute();
  const notices = await db.selectFrom("alarm_notice").select("id").where("state", "not in", ["sent", "failed"]).execute();
  return events.length + notices.length;
};

it(
  `has one record of each trip, and tells its beginning and its end once or twice, when the server is killed ${kills} times in a storm`,
  async () => {
    const dataDir = newFolder();
    const receiver = await openSlowReceiver();
    onTestFinished(async () => void (await receiver.close()));
    const db = await openSeeded(dataDir);
    await seedStorm(db, fleet, receiver.url);
    await db.destroy();
    const devices = fleet.map((device) => new StormDevice(device));
    const acknowledged = (): number => devices.reduce((sum, device) => sum + device.acknowledged, 0);
    const start = async () => {
      const server = await startServer({ dataDir, variables: { WEBHOOK_HOSTS: "127.0.0.1" } });
      onTestFinished(() => server.end("SIGKILL"));
      return server;
    };
    const sending = async (mqttPort: number, last: boolean) => {
      const clients = await Promise.all(devices.map(async (device) => ({ device, client: await device.connect(mqttPort) })));
      await Promise.all(clients.map(({ device, client }) => device.send(client, last)));
    };
    for (let kill = 1; kill <= kills; kill += 1) {
      const server = await start();
      const wanted = acknowledged() + 1 + Math.floor(Math.random() * 120);
      const broken = sending(server.mqttPort, false);
      await until(() => acknowledged() >= wanted, `${wanted} messages in life ${kill}`, 60_000);
      await server.end("SIGKILL");
      await broken;
    }
    const server = await start();
    await sending(server.mqttPort, true);
    const kept = await openDatabase(join(dataDir, "app.db"));
    onTestFinished(() => kept.destroy());
    await until(async () => (await untold(kept)) === 0, "the last notice", 120_000);
    await server.end("SIGTERM");

    const records = await kept.selectFrom("alarm_log").select(["id", "rule_id", "raised_at", "released_at", "repeats"]).execute();
    const recorded = ({ device, point }: { device: StormDevice; point: string }) => {
      const own = records.filter(({ rule_id }) => rule_id === ruleIdOf(device.id, point)).sort((a, b) => a.raised_at - b.raised_at);
      return own.map(({ raised_at, released_at, repeats }) => [raised_at, released_at, repeats]);
    };
    const tripped = ({ device, point }: { device: StormDevice; point: string }) => {
      const cleared = device.times(point, false);
      return device.times(point, true).map((at, place) => [at, cleared[place], 0]);
    };
    const watched = eachPoint(devices);
    expect(watched.map(recorded)).toEqual(watched.map(tripped));

    const events = await kept.selectFrom("alarm_notice_event").select(["record_id", "event"]).execute();
    const told = records.flatMap(({ id }) => [`${id} raised`, `${id} released`]);
    expect(events.map(({ record_id, event }) => `${record_id} ${event}`).sort()).toEqual(told.sort());
    const notices = await kept.selectFrom("alarm_notice").select(["id", "count"]).execute();
    expect(notices.reduce((sum, { count }) => sum + count, 0)).toBe(told.length);
    const times = new Map<string, number>();
    for (const id of receiver.deliveries) times.set(id, (times.get(id) ?? 0) + 1);
    expect([...times.keys()].sort()).toEqual(notices.map(({ id }) => id).sort());
    const lost = await kept.selectFrom("alarm_notice_attempt").select("notice_id").where("outcome", "=", "lost").execute();
    const mayBeTwice = new Set(lost.map(({ notice_id }) => notice_id));
    expect([...times].filter(([id, count]) => count > (mayBeTwice.has(id) ? 2 : 1))).toEqual([]);
  },
  120_000 + kills * 30_000,
);
