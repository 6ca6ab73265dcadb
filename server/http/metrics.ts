import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface Figure {
  readonly help: string;
  value(): number | Promise<number>;
}

/** Stands at 1 for each part that is named, and says nothing of the others. */
export interface Marks {
  readonly help: string;
  parts(): readonly string[];
}

/** What cannot be asked for at the moment must not keep the rest from being read. */
const asked = async ({ value }: Figure): Promise<number> => {
  try {
    return await value();
  } catch {
    return Number.NaN;
  }
};

/** Prometheus metrics: the process's own and the named gauges, read when asked. */
export const openMetrics = (gauges: Readonly<Record<string, Figure | Marks>>, counters: Readonly<Record<string, Figure>> = {}): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, gauge] of Object.entries(gauges)) {
    new Gauge({
      name: `gatehouse_${name}`,
      help: gauge.help,
      labelNames: "parts" in gauge ? ["part"] : [],
      registers: [registry],
      async collect() {
        if ("value" in gauge) return this.set(await asked(gauge));
        this.reset();
        for (const part of gauge.parts()) this.set({ part }, 1);
      },
    });
  }
  for (const [name, counter] of Object.entries(counters)) {
    new Counter({
      name: `gatehouse_${name}_total`,
      help: counter.help,
      registers: [registry],
      async collect() {
        const count = await asked(counter);
        this.reset();
        if (Number.isFinite(count)) this.inc(count);
      },
    });
  }
  return { contentType: registry.contentType, text: () => registry.metrics() };
};
