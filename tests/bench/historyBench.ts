import { join } from "node:path";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { openDatabase } from "#server/db/open.ts";
import { answerTimes, type Question } from "./answerTimes.ts";
import type { Figure } from "./figures.ts";
import { tokenOf } from "./fleetSeed.ts";
import { type HttpClient, httpClient } from "./httpClient.ts";
import { denseDevice, historyPoints, readingsFolder, yearEnd, yearStart } from "./readingsCache.ts";
import { startServer } from "./serverProcess.ts";

const day = 86_400_000;
const { query, query_mutil: curves } = deviceDataLog.calls;

const period = (from: number, length: number): object => ({
  from: new Date(from).toISOString(),
  to: new Date(from + length).toISOString(),
});
const pointsUpTo = (count: number): object[] => historyPoints.slice(0, count).map((address) => ({ slave: 1, pointId: `point-${address}` }));
const year = period(yearStart, yearEnd - yearStart);

const questionsOf = (client: HttpClient): Question[] => {
  /** Another day at every asking. */
  const dayOf = (turn: number): number => yearStart + ((turn * 37) % 350) * day;
  const asked = (what: string, path: string, fields: (turn: number) => object, aim?: string): Question => ({
    what,
    path,
    fields: (turn) => ({ deviceId: denseDevice, ...fields(turn) }),
    client,
    ...(aim ? { aim } : {}),
  });
  const rawAim = "p95 < 50 ms";
  return [
    asked(
      "curves of 10 points over an hour, raw",
      curves.path,
      (turn) => ({ points: pointsUpTo(10), ...period(dayOf(turn), day / 24) }),
      rawAim,
    ),
    asked(
      "curves of 10 points over a day, 14,400 readings, raw",
      curves.path,
      (turn) => ({ points: pointsUpTo(10), ...period(dayOf(turn), day) }),
      rawAim,
    ),
    asked(
      "table of 10 points, 1,000 rows, raw",
      query.path,
      (turn) => ({ points: pointsUpTo(10), ...period(dayOf(turn), 8 * day), limit: 1000 }),
      rawAim,
    ),
    asked(
      "table of 1 point, 10,000 rows, raw",
      query.path,
      (turn) => ({ points: pointsUpTo(1), ...period(dayOf(turn), 8 * day), limit: 10_000 }),
      rawAim,
    ),
    asked("table of 10 points, 10,000 rows, raw", query.path, (turn) => ({
      points: pointsUpTo(10),
      ...period(dayOf(turn), 8 * day),
      limit: 10_000,
    })),
    asked("days of a year, 1 point", curves.path, () => ({ points: pointsUpTo(1), ...year, aggregation: "day" })),
    asked("days of a year, 10 points", curves.path, () => ({ points: pointsUpTo(10), ...year, aggregation: "day" })),
    asked("curve of a year, 525,600 readings reduced to 1,200 columns", curves.path, () => ({ points: pointsUpTo(1), ...year })),
  ];
};

/** Answer times of history at 20,000,000 readings, asked over HTTP of the whole server. */
export const benchHistory = async (rounds: number): Promise<Figure[]> => {
  const dataDir = await readingsFolder();
  const db = await openDatabase(join(dataDir, "app.db"));
  const token = await tokenOf(db);
  await db.destroy();
  const server = await startServer({ dataDir });
  try {
    return await answerTimes(questionsOf(httpClient(server.httpPort, token)), { rounds, asks: 20 });
  } finally {
    await server.end("SIGTERM");
  }
};
