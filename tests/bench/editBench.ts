import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { type Figure, quantile } from "./figures.ts";
import { openSeeded, plainDevice, seedDevices, seedTemplate, tokenOf } from "./fleetSeed.ts";
import { type HttpClient, httpClient } from "./httpClient.ts";
import { startServer } from "./serverProcess.ts";

const fleets = { small: 900, large: 100_000 };
const editsPerRound = 20;

interface Site {
  readonly client: HttpClient;
  end(): Promise<void>;
}

const openSite = async (devices: number): Promise<Site> => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  await seedDevices(
    db,
    Array.from({ length: devices }, (_, index) => plainDevice(index)),
  );
  const token = await tokenOf(db);
  await db.destroy();
  const server = await startServer({ dataDir });
  return {
    client: httpClient(server.httpPort, token),
    async end() {
      await server.end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const deviceFields = (index: number, remark: string) => ({
  name: `Device ${index}`,
  sn: `BENCH-${String(index).padStart(6, "0")}`,
  typeId: "type-general",
  modelId: null,
  industry: "water",
  lng: null,
  lat: null,
  address: "",
  remark,
  password: "",
  slaves: [{ no: 1, name: "Main", recipeId: "bench-recipe" }],
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
});

/** The edits of one site; each keeps what it has to know of its last turn. */
const editsOf = ({ client }: Site): Readonly<Record<string, (turn: number) => Promise<number>>> => {
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
      return client.send(device.calls.put, { id, version: bump(id), ...deviceFields(turn % 500, `edit ${turn}`) });
    },
    "delete a device": (turn) => client.send(device.calls.delete, { ids: [`device-${899 - turn}`] }),
    "switch a rule of a limit": toggled("rule-above"),
    "switch a rule of silence": toggled("rule-silent"),
    "save a data point": (turn) =>
      client.send(deviceDataRecipe.calls.put_body, { id: "point-p", version: bump("point-p"), ...pointFields(turn % 2 === 0 ? 0 : 1) }),
  };
};

/** What an edit costs at 100,000 devices beside the same edit at 900, in turns; and what another page waits while a rule of silence is switched. */
export const benchEdits = async (rounds: number): Promise<Figure[]> => {
  const small = await openSite(fleets.small);
  const large = await openSite(fleets.large);
  try {
    const edits = { small: editsOf(small), large: editsOf(large) };
    const figures: Figure[] = [];
    for (const what of Object.keys(edits.small)) {
      const medians: { small: number[]; large: number[] } = { small: [], large: [] };
      let turn = 0;
      for (let round = 0; round < rounds; round += 1) {
        const times: { small: number[]; large: number[] } = { small: [], large: [] };
        for (let edit = 0; edit < editsPerRound; edit += 1) {
          for (const size of ["small", "large"] as const) times[size].push((await edits[size][what]?.(turn)) ?? Number.NaN);
          turn += 1;
        }
        for (const size of ["small", "large"] as const) medians[size].push(quantile(times[size], 0.5));
      }
      figures.push({
        what: `${what}, p50 at 100,000 devices`,
        unit: "ms",
        values: medians.large,
        baseline: { what: "at 900", values: medians.small },
        aim: "≤ 1.5 ×",
      });
    }
    const waits: number[] = [];
    const idle: number[] = [];
    for (let turn = 0; turn < rounds * 2; turn += 1) {
      idle.push(await large.client.health());
      const other = large.client.health();
      const switched = edits.large["switch a rule of silence"]?.(turn);
      waits.push(await other);
      await switched;
    }
    figures.push({ what: "/healthz beside such a switch", unit: "ms", values: waits, baseline: { what: "/healthz alone", values: idle } });
    return figures;
  } finally {
    await small.end();
    await large.end();
  }
};
