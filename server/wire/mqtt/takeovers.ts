/** A connection as it can be told from another of the same SN. */
export interface Seen {
  readonly remote: string;
  readonly clientId: string;
}

export interface Takeover {
  /** Connections of this SN that were thrown out by a newer one since it was last told. */
  readonly times: number;
  readonly addresses: readonly string[];
  readonly clientIds: readonly string[];
}

export interface Takeovers {
  /**
   * A connection threw out an older one of its SN. "once": as after a broken line. A takeover to be told: two devices sign in with one SN, or
   * one opens connection after connection. "told": the same still goes on.
   */
  note(sn: string, older: Seen, newer: Seen): "once" | "told" | Takeover;
}

interface Run {
  last: number;
  times: number;
  toldAt: number | undefined;
  readonly addresses: Set<string>;
  readonly clientIds: Set<string>;
}

/** A line that breaks is taken over once or twice; who comes a third time within the pause throws somebody else out. */
const suspicious = 3;
const pauseMs = 600_000;
const tellAgainMs = 3_600_000;
const most = 10_000;
const named = 4;

export const openTakeovers = (uptime: () => number = () => performance.now()): Takeovers => {
  const runs = new Map<string, Run>();
  const sweep = (at: number): void => {
    for (const [sn, { last }] of runs) if (at - last > pauseMs) runs.delete(sn);
    if (runs.size >= most) runs.clear();
  };
  return {
    note(sn, older, newer) {
      const at = uptime();
      const known = runs.get(sn);
      if (!known && runs.size >= most) sweep(at);
      const run =
        known && at - known.last <= pauseMs
          ? known
          : { last: at, times: 0, toldAt: undefined, addresses: new Set<string>(), clientIds: new Set<string>() };
      runs.set(sn, run);
      run.last = at;
      run.times += 1;
      for (const { remote, clientId } of [older, newer]) {
        if (run.addresses.size < named) run.addresses.add(remote);
        if (run.clientIds.size < named) run.clientIds.add(clientId);
      }
      if (run.toldAt === undefined ? run.times < suspicious : at - run.toldAt < tellAgainMs)
        return run.toldAt === undefined ? "once" : "told";
      const told = { times: run.times, addresses: [...run.addresses], clientIds: [...run.clientIds] };
      run.toldAt = at;
      run.times = 0;
      return told;
    },
  };
};
