import { sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { type device, type MapCell, presence } from "#contract/resources/device.ts";
import { listOfNumbers } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import { matchingDevices, presenceRank, presenceRanks } from "#server/devices/deviceList.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, searchText } from "#server/kit/page.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { cellLevels, cellNumber, columnRowOf } from "./cell.ts";

type Call = typeof device.calls.query_location_count;
type Asked = RequestOf<Call>;
type Answer = ResponseOf<Call>;
type Devices = ReturnType<typeof matchingDevices>;

/** Cells each way to a tile, as halvings. */
const finer = 2;

/** First cells of the squares that the box is covered with, and how many cells each has; of a box that is too large for it, larger squares. */
const squaresOf = ({ west, east, south, north, zoom }: Asked): { starts: number[]; length: number } => {
  for (let levels = Math.min(cellLevels, zoom + finer); ; levels -= 1) {
    const across = 2 ** levels;
    const [left, top] = columnRowOf({ lng: west, lat: north }, levels);
    const [right, bottom] = columnRowOf({ lng: east, lat: south }, levels);
    const columns = west > east ? across - left + right + 1 : right - left + 1;
    if (columns * (bottom - top + 1) > limits.map.cells) continue;
    const side = 2 ** (cellLevels - levels);
    const starts: number[] = [];
    for (let row = top; row <= bottom; row += 1)
      for (let step = 0; step < columns; step += 1) starts.push(cellNumber(((left + step) % across) * side, row * side));
    return { starts, length: side * side };
  }
};

/** Numbers and an id as one text, so that a square's figures are one look into the index. */
const figures = sql<string | null>`count(*) || ' ' || sum(online) || ' ' || sum(case when open_alarms > 0 then 1 else 0 end)
  || ' ' || sum(lng) || ' ' || sum(lat) || ' ' || min(lng) || ' ' || max(lng) || ' ' || min(lat) || ' ' || max(lat)
  || ' ' || min(device.id)`;

interface Square extends Omit<MapCell, "device"> {
  id: string;
}

const squareOf = (text: string): Square => {
  const [count = 0, online = 0, alarmed = 0, lng = 0, lat = 0, west = 0, east = 0, south = 0, north = 0] = text.split(" ", 9).map(Number);
  const id = text.split(" ").slice(9).join(" ");
  return { count, online, alarmed, lng: lng / count, lat: lat / count, west, east, south, north, id };
};

const singles = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, MapCell["device"]>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("device")
    .select(["id", "name", "sn", "open_alarms", presenceRank.as("rank")])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, name, sn, open_alarms: openAlarms, rank }) => {
      const known = presence.options.find((one) => presenceRanks[one] === rank) ?? "inactive";
      return [id, { id, name, sn, openAlarms, presence: known }];
    }),
  );
};

/**
 * Devices of a part of the map by squares. Each square is a range of the index of cells, which has all that is counted and filtered by; what
 * is asked for by text is found before. Its cost does not depend on how many devices are elsewhere.
 */
export const countOnMap = async (db: Db, asker: Caller, asked: Asked): Promise<Answer> => {
  const caller = await narrowedTo(db, asker, asked.companyId);
  const devices = foundBy(db, matchingDevices(db, caller, asked, true), asked.search);
  const { starts, length } = squaresOf(asked);
  const within = devices
    .where(sql<boolean>`device.cell >= square.value and device.cell < square.value + ${sql.lit(length)}`)
    .where(insideOf(asked))
    .select(figures.as("figures"));
  const { rows } = await sql<{ figures: string | null }>`select (${within}) as figures from ${listOfNumbers(db, starts)} as square`.execute(
    db,
  );
  const squares = rows.flatMap(({ figures: text }) => (text === null ? [] : [squareOf(text)]));
  const alone = await singles(
    db,
    squares.flatMap(({ count, id }) => (count === 1 ? [id] : [])),
  );
  const cells = squares.map(({ id, ...square }) => ({ ...square, device: (square.count === 1 && alone.get(id)) || null }));
  return asked.whole ? { cells, ...(await wholeOf(devices)) } : { cells };
};

const wholeOf = async (devices: Devices): Promise<Pick<Answer, "placed" | "bounds">> => {
  const all = await devices
    .where("device.cell", ">=", 0)
    .select(({ fn }) => [
      fn.countAll<number>().as("placed"),
      fn.min<number | null>("lng").as("west"),
      fn.max<number | null>("lng").as("east"),
      fn.min<number | null>("lat").as("south"),
      fn.max<number | null>("lat").as("north"),
    ])
    .executeTakeFirstOrThrow();
  const { placed, west, east, south, north } = all;
  const isSomewhere = west !== null && east !== null && south !== null && north !== null;
  return { placed, bounds: isSomewhere ? { west, east, south, north } : null };
};

/** What a text finds is found once, however many squares are counted. */
const foundBy = (db: Db, devices: Devices, search: string | undefined): Devices => {
  if (search === undefined || searchText(search) === "") return devices;
  const found = db
    .selectFrom("device as found")
    .select("found.id")
    .where((eb) => contains(eb.ref("found.search"), search));
  return devices.where("device.id", "in", found);
};

/** Squares reach beyond the box. */
const insideOf = ({ west, east, south, north }: Asked) => {
  const across = west > east ? sql<boolean>`(lng >= ${west} or lng <= ${east})` : sql<boolean>`(lng >= ${west} and lng <= ${east})`;
  return sql<boolean>`${across} and lat >= ${south} and lat <= ${north}`;
};
