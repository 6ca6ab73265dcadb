import type { Gateway } from "./fleet.ts";

/** Number of the gateway's SIM card. */
export const iccidOf = ({ seed }: Pick<Gateway, "seed">): string => `898604${String(10_000_000_000_000 + seed * 7_919_113).slice(0, 14)}`;
