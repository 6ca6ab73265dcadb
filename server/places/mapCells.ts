import { sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { type device, type MapCell, presence } from "#contract/resources/device.ts";
import { listOfNumbers } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import { unindexed } from "#server/db/unindexed.ts";
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

interface Squares {
  /** First cell of each. */
  starts: number[];
  /** How many cells each has. */
  length: number;
}

/** The squares that the box is covered with; larger ones, of a box that is too large for it. */
const squaresOf = ({ west, east, south, north, zoom }: Asked): Squares => {
  for (let levels = Math.min(cellLevels, zoom + finer); ; levels -= 1) {
    const across = 2 ** levels;
    const [left, top] = columnRowOf({ lng: west, lat: north }, levels);
    const [right, bottom] = columnRowOf({ lng: east, lat: south }, levels);
    const reached = west > east ? across - left + right + 1 : right - left + 1;
    // Around the world and a little further: the first column is not counted again.
    const columns = Math.min(across, reached);
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

interface Figures {
  figures: string | null;
}

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

/** Each square is a range of the index of cells, which has all that is counted and filtered by. */
const countedBySquare = async (db: Db, devices: Devices, asked: Asked, { starts, length }: Squares): Promise<Figures[]> => {
  const within = devices
    .where(sql<boolean>`device.cell >= square.value and device.cell < square.value + ${sql.lit(length)}`)
    .where(insideOf(asked))
    .select(figures.as("figures"));
  const { rows } = await sql<Figures>`select (${within}) as figures from ${listOfNumbers(db, starts)} as square`.execute(db);
  return rows;
};

/** What a text finds is found once, and put into squares then. */
const foundBySquare = (devices: Devices, asked: Asked, { length }: Squares): Promise<Figures[]> => {
  const square = sql<number>`device.cell / ${sql.lit(length)}`;
  return devices
    .where(unindexed(sql.ref<number>("device.cell")), ">=", 0)
    .where(insideOf(asked))
    .select(figures.as("figures"))
    .groupBy(square)
    .orderBy(square)
    .execute();
};

/** Devices of a part of the map by squares. Its cost does not depend on how many devices are elsewhere. */
export const countOnMap = async (db: Db, asker: Caller, asked: Asked): Promise<Answer> => {
  const caller = await narrowedTo(db, asker, asked.companyId);
  const all = matchingDevices(db, caller, asked, true);
  const searching = searchText(asked.search ?? "") !== "";
  const devices = searching ? foundBy(db, all, asked.search ?? "") : all;
  const covering = squaresOf(asked);
  const rows = await (searching ? foundBySquare(devices, asked, covering) : countedBySquare(db, devices, asked, covering));
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

const foundBy = (db: Db, devices: Devices, search: string): Devices =>
  devices.where(
    "device.id",
    "in",
    db
      .selectFrom("device as found")
      .select("found.id")
      .where((eb) => contains(eb.ref("found.search"), search)),
  );

/** Squares reach beyond the box. */
const insideOf = ({ west, east, south, north }: Asked) => {
  const across = west > east ? sql<boolean>`(lng >= ${west} or lng <= ${east})` : sql<boolean>`(lng >= ${west} and lng <= ${east})`;
  return sql<boolean>`${across} and lat >= ${south} and lat <= ${north}`;
};
