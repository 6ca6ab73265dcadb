import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerTimes } from "#tests/bench/answerTimes.ts";
import { coreWaits } from "#tests/bench/coreWaits.ts";
import type { Figure } from "#tests/bench/figures.ts";
import { openSeeded, tokenOf } from "#tests/bench/fleetSeed.ts";
import { httpClient } from "#tests/bench/httpClient.ts";
import { startServer } from "#tests/bench/serverProcess.ts";
import { logInTimes } from "./logInTimes.ts";
import { peopleQuestions, questionsAmidWrites } from "./peopleQuestions.ts";
import { askers, seedPeople } from "./peopleSeed.ts";
import { startWrites } from "./peopleWrites.ts";

const writesPerSecond = 50;
const asks = 20;

const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(1);

/** Answer times of what is asked about people, at 100,000 users in 10,000 organisations: at rest, amid writes, and of log-ins. */
export const benchPeople = async (rounds: number): Promise<Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  try {
    const start = performance.now();
    const db = await openSeeded(dataDir);
    await seedPeople(db);
    console.log(`seeded in ${secondsSince(start)} s`);
    const tokens = {
      admin: await tokenOf(db),
      wide: await tokenOf(db, askers.wide.id),
      middle: await tokenOf(db, askers.middle.id),
      oneRole: await tokenOf(db, askers.oneRole.id),
      fiveRoles: await tokenOf(db, askers.fiveRoles.id),
    };
    await db.destroy();
    const server = await startServer({ dataDir });
    const figures: Figure[] = [];
    try {
      const client = (token: string) => httpClient(server.httpPort, token);
      const clients = {
        admin: client(tokens.admin),
        wide: client(tokens.wide),
        middle: client(tokens.middle),
        oneRole: client(tokens.oneRole),
        fiveRoles: client(tokens.fiveRoles),
      };
      const how = { rounds, asks, slowest: true, waited: coreWaits([server.child.pid ?? 0, process.pid]) };
      figures.push(...(await answerTimes(peopleQuestions(clients), how)));
      const writes = startWrites(client(tokens.admin), writesPerSecond, new Map());
      figures.push(...(await answerTimes(questionsAmidWrites(clients), how)));
      const rate = await writes.stop();
      figures.push({ what: "writes meanwhile", unit: "/s", values: [rate] });
    } finally {
      await server.end("SIGTERM");
    }
    return [...figures, ...(await logInTimes(dataDir, rounds))];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};
