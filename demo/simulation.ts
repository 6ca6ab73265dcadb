import { oneOf } from "./chance.ts";
import { fleetOf, type Kind, minuteMs } from "./fleet.ts";
import { openGateway, type SimulatedGateway } from "./gateway.ts";
import { gatewayPassword } from "./gatewayPassword.ts";
import type { IncidentKind } from "./incidents.ts";
import { openModbusGateway } from "./modbus/modbusGateway.ts";

/** What the simulator is told at its start, in one line of JSON. */
export interface SimulatorOrder {
  readonly url: string;
  readonly secret: string;
  /** Gateways. */
  readonly size: number;
  /** The SNs of those that speak Sparkplug B. */
  readonly sparkplug: readonly string[];
  /** Where gateways dial in that are polled over Modbus, and the SNs of those that do. */
  readonly modbus: { readonly port: number; readonly sns: readonly string[] };
  /** Milliseconds between two reports of a gateway, at least and at most. */
  readonly every: readonly [number, number];
  /** From the start until the first cold room is left open. */
  readonly firstAfter: number;
}

export interface Simulation {
  stop(): Promise<void>;
}

interface Drill {
  readonly kind: Kind;
  readonly incident: IncidentKind;
  readonly lasts: number;
  readonly rise: number;
}

/** One after the other, so that an operator always finds something to do and is never flooded. */
const drills: readonly Drill[] = [
  { kind: "coldRoom", incident: "doorOpen", lasts: minuteMs, rise: 8_000 },
  { kind: "pump", incident: "trip", lasts: 1.5 * minuteMs, rise: 10_000 },
  { kind: "coldRoom", incident: "doorOpen", lasts: 2.5 * minuteMs, rise: 15_000 },
  { kind: "pile", incident: "overTemperature", lasts: 1.5 * minuteMs, rise: 20_000 },
  { kind: "meter", incident: "overVoltage", lasts: minuteMs, rise: 4_000 },
  { kind: "vehicle", incident: "speeding", lasts: minuteMs, rise: 8_000 },
  { kind: "coldRoom", incident: "doorOpen", lasts: minuteMs, rise: 8_000 },
  { kind: "weather", incident: "gust", lasts: 1.5 * minuteMs, rise: 15_000 },
];
const drillEvery = 1.5 * minuteMs;
const absenceEvery = 4 * minuteMs;
const babbleEvery = 1.5 * minuteMs;
const babbles = ['{"ts": 17684', '{"values": {"40001": "NaN"}}', '{"slaves": [{"no": 300, "values": {}}]}', "\u0001\u0002\u00ff"] as const;

/** Milliseconds between two that connect. */
const ramp = 20;

/** Connects the gateways one by one over a few seconds and lets things happen to them. */
export const startSimulation = (order: SimulatorOrder, say: (line: string) => void): Simulation => {
  const fleet = fleetOf(order.size).filter(({ standing }) => standing === "live");
  const open: SimulatedGateway[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const came = new Set<string>();
  let lastFault = "";
  let stopping = false;

  const later = (milliseconds: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!stopping) work();
    }, milliseconds);
    timers.add(timer);
  };
  const failed = (fault: Error): void => {
    const text = fault.message || fault.name;
    if (stopping || text === lastFault) return;
    lastFault = text;
    say(`Simulator: ${text}`);
  };

  const polled = order.modbus.sns.map((sn) => openModbusGateway({ port: order.modbus.port, sn, failed }));

  for (const [index, gateway] of fleet.entries()) {
    later(index * ramp, () => {
      const connected = (): void => {
        lastFault = "";
        came.add(gateway.sn);
        if (came.size === fleet.length && open.length === fleet.length) {
          came.clear();
          say(`${fleet.length} simulated gateways are connected`);
        }
      };
      const password = gatewayPassword(order.secret, gateway.sn);
      const sparkplug = order.sparkplug.includes(gateway.sn);
      open.push(openGateway(gateway, { url: order.url, password, every: order.every, sparkplug, connected, failed }));
    });
  }

  const repeat = (after: number, every: number, work: (turn: number) => void, turn = 0): void =>
    later(after, () => {
      repeat(every, every, work, turn + 1);
      work(turn);
    });
  repeat(order.firstAfter, drillEvery, (turn) => {
    const chosen = drills[turn % drills.length];
    const able = open.filter(({ gateway }) => gateway.kind === chosen?.kind);
    if (chosen && able.length > 0) oneOf(able, 5, turn).befall(chosen.incident, 1, chosen.lasts, chosen.rise);
  });
  repeat(order.firstAfter + 1.25 * minuteMs, absenceEvery, (turn) => {
    if (open.length > 0) oneOf(open, 6, turn).vanish((2 + (turn % 3)) * minuteMs);
  });
  repeat(order.firstAfter + 0.5 * minuteMs, babbleEvery, (turn) => {
    if (open.length > 0) oneOf(open, 7, turn).babble(babbles[turn % babbles.length] ?? "");
  });

  return {
    async stop() {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      for (const gateway of polled) gateway.stop();
      await Promise.all(open.map((gateway) => gateway.stop()));
    },
  };
};
