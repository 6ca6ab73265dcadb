import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface Gauges {
  readonly help: string;
  value(): number | Promise<number>;
}

/** Prometheus metrics: the process's own and the named gauges, read when asked. */
export const openMetrics = (gauges: Readonly<Record<string, Gauges>>, counters: Readonly<Record<string, Gauges>> = {}): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, value }] of Object.entries(gauges)) {
    new Gauge({
      name: `gatehouse_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await value());
      },
    });
  }
  for (const [name, { help, value }] of Object.entries(counters)) {
    new Counter({
      name: `gatehouse_${name}_total`,
      help,
      registers: [registry],
      async collect() {
        this.reset();
        this.inc(await value());
      },
    });
  }
  return { contentType: registry.contentType, text: () => registry.metrics() };
};
