import { alarmTrigger } from "#contract/resources/alarm.ts";
import { device, deviceFields } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { type BenchSite, openBenchSite } from "./benchSite.ts";
import { type Engine, embedded } from "./engines.ts";
import { type Figure, quantile } from "./figures.ts";
import { plainDevice, seedDevices, seedTemplate, settle, tokenOf } from "./fleetSeed.ts";
import { type HttpClient, httpClient } from "./httpClient.ts";

const fleets = { small: 900, large: 100_000 };
const editsPerRound = 20;

type Site = BenchSite<string>;

const openSite = (devices: number, engine: Engine): Promise<Site> =>
  openBenchSite(async (db) => {
    await seedTemplate(db);
    await seedDevices(
      db,
      Array.from({ length: devices }, (_, index) => plainDevice(index)),
    );
    await settle(db);
    return tokenOf(db);
  }, engine);

const fieldsOf = (index: number, remark: string) => ({
  ...deviceFields.parse({
    name: `Device ${index}`,
    sn: `BENCH-${String(index).padStart(6, "0")}`,
    typeId: "type-general",
    industry: "water",
    remark,
    slaves: [{ no: 1, name: "Main", recipeId: "bench-recipe" }],
  }),
  password: "",
});

const pointFields = (decimals: 0 | 1) => ({
  recipeId: "bench-recipe",
  name: "p",
  nameEn: "",
  address: "p",
  defaultValue: "",
  valueType: "float64" as const,
  integerDigits: null,
  decimals,
  unit: "",
  min: null,
  max: null,
  startBit: null,
  endBit: null,
  enumeration: [],
  receiveFormula: "",
  sendFormula: "",
  storeMode: 1 as const,
  display: true,
  writable: false,
  dataSource: "",
  auth: 0 as const,
  sort: 1,
  iconGroupId: null,
  categoryId: null,
  registerType: null,
  byteOrder: "big" as const,
  wordOrder: "big" as const,
  coding: "binary" as const,
  registers: null,
  pollSeconds: null,
});

type Edits = Readonly<Record<string, (turn: number) => Promise<number>>>;

/** The edits of one site; each keeps what it has to know of its last turn. */
const editsOf = (client: HttpClient): Edits => {
  const versions = new Map<string, number>();
  const bump = (id: string): number => {
    const version = versions.get(id) ?? 1;
    versions.set(id, version + 1);
    return version;
  };
  const toggled = (id: string) => (turn: number) => client.send(alarmTrigger.calls.open_or_close, { id, enabled: turn % 2 === 1 });
  return {
    "save a device": (turn) => {
      const id = `device-${turn % 500}`;
      return client.send(device.calls.put, { id, version: bump(id), ...fieldsOf(turn % 500, `edit ${turn}`) });
    },
    "delete a device": (turn) => client.send(device.calls.delete, { ids: [`device-${899 - turn}`] }),
    "switch a rule of a limit": toggled("rule-above"),
    "switch a rule of silence": toggled("rule-silent"),
    "save a data point": (turn) =>
      client.send(deviceDataRecipe.calls.put_body, { id: "point-p", version: bump("point-p"), ...pointFields(turn % 2 === 0 ? 0 : 1) }),
  };
};

/** p50 of each round, by fleet, of an edit that all fleets make in turns. */
const mediansOf = async (edits: readonly ((turn: number) => Promise<number>)[], rounds: number): Promise<number[][]> => {
  const medians: number[][] = edits.map(() => []);
  let turn = 0;
  for (let round = 0; round < rounds; round += 1) {
    const times: number[][] = edits.map(() => []);
    for (let edit = 0; edit < editsPerRound; edit += 1) {
      for (const [at, each] of edits.entries()) times[at]?.push(await each(turn));
      turn += 1;
    }
    for (const [at, each] of times.entries()) medians[at]?.push(quantile(each, 0.5));
  }
  return medians;
};

/** What another page waits while a rule of silence is switched. */
const waitsBesideSwitch = async (client: HttpClient, edits: Edits, rounds: number): Promise<Figure> => {
  const waits: number[] = [];
  const idle: number[] = [];
  for (let turn = 0; turn < rounds * 2; turn += 1) {
    idle.push(await client.health());
    const other = client.health();
    const switched = edits["switch a rule of silence"]?.(turn);
    waits.push(await other);
    await switched;
  }
  return { what: "/healthz beside such a switch", unit: "ms", values: waits, baseline: { what: "/healthz alone", values: idle } };
};

/**
 * What an edit costs at 100,000 devices beside the same edit at 900, in turns; on PostgreSQL also beside the same edit of an embedded
 * installation of 100,000; and what another page waits while a rule of silence is switched.
 */
export const benchEdits = async (rounds: number, engine: Engine): Promise<Figure[]> => {
  const sites: Site[] = [];
  try {
    for (const devices of [fleets.small, fleets.large]) sites.push(await openSite(devices, engine));
    if (engine !== embedded) sites.push(await openSite(fleets.large, embedded));
    const clients = sites.map(({ httpPort, seeded }) => httpClient(httpPort, seeded));
    const edits = clients.map(editsOf);
    const figures: Figure[] = [];
    for (const what of Object.keys(edits[0] ?? {})) {
      const [small = [], large = [], beside] = await mediansOf(
        edits.flatMap((each) => each[what] ?? []),
        rounds,
      );
      const figure = { what: `${what}, p50 at 100,000 devices`, unit: "ms", values: large };
      figures.push({ ...figure, baseline: { what: "at 900", values: small }, aim: "≤ 1.5 ×" });
      if (beside) figures.push({ ...figure, what: "the same", baseline: { what: "embedded, at 100,000", values: beside } });
    }
    const [, client] = clients;
    const [, ofLarge] = edits;
    return client && ofLarge ? [...figures, await waitsBesideSwitch(client, ofLarge, rounds)] : figures;
  } finally {
    for (const site of sites) await site.close();
  }
};
