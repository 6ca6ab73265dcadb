import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { rootCompanyId } from "#server/system/seed.ts";
import { openBenchSite } from "./benchSite.ts";
import type { Figure } from "./figures.ts";
import { plainDevice, seedDevices, seedTemplate } from "./fleetSeed.ts";
import type { ModbusAsk, ModbusTold } from "./modbusDevices.ts";
import { endingWithBench } from "./serverProcess.ts";

const gateways = Array.from({ length: 1000 }, (_, index) => plainDevice(index));
const slavesEach = 3;
const registers = ["t", "p", "n", ...Array.from({ length: 57 }, (_, index) => `r${index}`)];

const openSite = (nodeArguments: readonly string[]) =>
  openBenchSite(
    async (db) => {
      await seedTemplate(db, registers);
      await seedDevices(db, gateways);
      await sql`update point set address = cast(sort as text), value_type = 'uint16', store_mode = 2, receive_formula = ''`.execute(db);
      const model = { id: "model-bench", company_id: rootCompanyId, name: "Bench", model_id: "", transmission: "modbus-rtu-over-tcp" };
      await db
        .insertInto("device_model")
        .values({ ...model, poll_seconds: 1 })
        .execute();
      await db.updateTable("device").set({ model_id: model.id }).execute();
      for (let no = 2; no <= slavesEach; no += 1)
        await sql`insert into slave (id, device_id, no, name, recipe_id)
          select id || '-' || ${String(no)}, device_id, ${sql.lit(no)}, ${`Slave ${no}`}, recipe_id from slave where no = 1`.execute(db);
    },
    undefined,
    { more: { DTU_PORT: "0" }, nodeArguments },
  );

/** Answers a second of all slaves that answer, in each of the rounds, and the server's share of a core meanwhile. */
const measure = async (
  silent: boolean,
  rounds: number,
  roundMs: number,
  profile?: string,
): Promise<{ answers: number[]; cores: number[] }> => {
  const server = await openSite(profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : []);
  const child = endingWithBench(fork(fileURLToPath(new URL("./modbusDevices.ts", import.meta.url))));
  try {
    let told = 0;
    child.on("message", ({ answers }: ModbusTold) => {
      told = answers;
    });
    const ask: ModbusAsk = { port: server.dtuPort, gateways: gateways.map(({ sn }) => sn), silent };
    child.send(ask);
    while (told < 5 * slavesEach * gateways.length) await once(child, "message");
    const result = { answers: [] as number[], cores: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const before = { told, at: performance.now(), used: server.used() };
      while (performance.now() - before.at < roundMs) await once(child, "message");
      const seconds = (performance.now() - before.at) / 1000;
      result.answers.push((told - before.told) / seconds);
      result.cores.push((server.used() - before.used) / seconds);
    }
    return result;
  } finally {
    child.kill("SIGKILL");
    await server.close();
  }
};

/** 1,000 gateways of three slaves with 60 registers each that are to be read every second, six of which change; then with every tenth slave silent. */
export const benchModbus = async (rounds: number, roundMs: number, profile?: string): Promise<Figure[]> => {
  const all = await measure(false, rounds, roundMs, profile);
  const some = await measure(true, rounds, roundMs);
  const perSlave = (answers: readonly number[], slaves: number): number[] => answers.map((count) => count / slaves);
  const slaves = slavesEach * gateways.length;
  return [
    { what: "reads of 60 registers, all slaves", unit: "/s", values: all.answers, aim: "3,000" },
    { what: "the server meanwhile", unit: "cores", values: all.cores, aim: "1" },
    {
      what: "reads of a slave, every tenth slave silent",
      unit: "/s",
      values: perSlave(some.answers, slaves * 0.9),
      baseline: { what: "none silent", values: perSlave(all.answers, slaves) },
      aim: "0.95 of it",
    },
  ];
};
