import { describe, expect, it } from "vitest";
import { compilePoint } from "#contract/point/decode.ts";
import { undisturbed, valuesAt } from "#demo/curves.ts";
import { dayMs, fleetOf, type Gateway, hourMs, type Kind, kinds, minuteMs } from "#demo/fleet.ts";
import { type Incident, type IncidentKind, incidentsOf, strengthOf } from "#demo/incidents.ts";
import { journeyOf } from "#demo/roads.ts";
import { type DemoPoint, rawValues, storedValue, templates } from "#demo/templates.ts";

const start = Date.UTC(2026, 9, 5);
const fleet = fleetOf(60);
const gatewayOf = (kind: Kind): Gateway => {
  const gateway = fleet.find((known) => known.kind === kind);
  if (!gateway) throw new Error(`no ${kind}`);
  return gateway;
};
const during = (kind: IncidentKind): Incident => ({ kind, slave: 1, from: start, to: start + hourMs, rise: 5 * minuteMs });

const compiled = (point: DemoPoint) =>
  compilePoint({
    id: point.key,
    address: point.address,
    name: point.name,
    nameEn: point.nameEn,
    valueType: point.valueType,
    startBit: point.bits?.[0] ?? null,
    endBit: point.bits?.[1] ?? null,
    integerDigits: null,
    decimals: point.decimals,
    min: point.range?.[0] ?? null,
    max: point.range?.[1] ?? null,
    receiveFormula: point.scale === 1 ? "" : `x/${point.scale}`,
    sendFormula: point.scale === 1 ? "" : `x*${point.scale}`,
    enumeration: [],
    storeMode: point.storeMode,
    writable: point.writable,
  });

describe("demonstration curves", () => {
  it.each(kinds)("gives a %s a value of every point, within its range, the same whenever it is asked", (kind) => {
    const gateway = gatewayOf(kind);
    for (let ts = start; ts < start + 7 * dayMs; ts += 47 * minuteMs) {
      const values = valuesAt(gateway, 1, ts);
      expect(Object.keys(values).sort()).toEqual(templates[kind].points.map(({ key }) => key).sort());
      const odd = templates[kind].points.filter(({ key, range: [low, high] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] }) => {
        const value = values[key];
        return typeof value === "number" && !(value >= low && value <= high);
      });
      expect(odd.map(({ key }) => `${key} ${values[key]}`)).toEqual([]);
    }
    const later = valuesAt(gateway, 1, start + 3 * dayMs);
    expect(valuesAt(gateway, 1, start)).toEqual(valuesAt(gateway, 1, start, undisturbed));
    expect(valuesAt(gateway, 1, start + 3 * dayMs)).toEqual(later);
  });

  it.each(kinds)("sends a %s's values so that the server decodes what the history holds", (kind) => {
    const template = templates[kind];
    for (let ts = start; ts < start + dayMs; ts += 97 * minuteMs) {
      const values = valuesAt(gatewayOf(kind), 1, ts);
      const raw = rawValues(template, values);
      for (const point of template.points) {
        const decoded = compiled(point).decode(raw[point.address]);
        const value = values[point.key];
        expect(decoded.ok && decoded.value, point.key).toBe(value === undefined ? undefined : storedValue(point, value));
      }
    }
  });

  it("counts meters and odometers upwards only", () => {
    for (const [kind, key] of [
      ["meter", "energy"],
      ["pump", "volume"],
      ["vehicle", "odometer"],
    ] as const) {
      const values = Array.from({ length: 8 * 144 }, (_, step) => Number(valuesAt(gatewayOf(kind), 1, start + step * 10 * minuteMs)[key]));
      expect(values).toEqual([...values].sort((one, other) => one - other));
    }
  });

  it("moves a vehicle without jumps", () => {
    const gateway = gatewayOf("vehicle");
    const places = new Set<string>();
    for (let ts = start; ts < start + 2 * hourMs; ts += 20_000) {
      const [one, other] = [journeyOf(gateway, ts), journeyOf(gateway, ts + 20_000)];
      expect(Math.hypot(one.lng - other.lng, one.lat - other.lat)).toBeLessThan(0.004);
      places.add(`${one.lng} ${one.lat}`);
    }
    expect(places.size).toBeGreaterThan(50);
  });

  it("lets an open door warm the room past its limit and cool down after it is shut", () => {
    const door = during("doorOpen");
    const temperature = (ts: number) => Number(valuesAt(gatewayOf("coldRoom"), 1, ts, { ...undisturbed, incidents: [door] }).temperature);
    expect(temperature(start)).toBeLessThan(-14);
    expect(temperature(start + 50 * minuteMs)).toBeGreaterThan(-12);
    expect(temperature(door.to + 25 * minuteMs)).toBeLessThan(-14);
    expect(strengthOf(door, door.to + 25 * minuteMs)).toBeLessThan(0.02);
  });

  it("plans the same incidents whichever part of the month is asked for", () => {
    const whole = fleet.flatMap((gateway) => incidentsOf(gateway, start, start + 20 * dayMs));
    const parts = fleet.flatMap((gateway) => [
      ...incidentsOf(gateway, start, start + 7.3 * dayMs),
      ...incidentsOf(gateway, start + 7.3 * dayMs, start + 20 * dayMs),
    ]);
    expect(parts).toEqual(whole);
    expect(whole.length).toBeGreaterThan(30);
  });
});
