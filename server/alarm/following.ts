/** Ids of what an edit touched. */
export interface Touched {
  readonly devices?: Iterable<string>;
  /** Data templates, their points included. */
  readonly recipes?: Iterable<string>;
  readonly rules?: Iterable<string>;
}

export type TouchedIds = { readonly [K in keyof Required<Touched>]: ReadonlySet<string> };

export interface Following {
  /** Resolves when it is followed; rejects when it could not be, and then waits on. */
  changed(touched: Touched): Promise<void>;
  isBehind(): boolean;
  /** Resolves when nothing is being followed. */
  idle(): Promise<void>;
}

const added = (to: Set<string>, ids: Iterable<string> = []): void => {
  for (const id of ids) to.add(id);
};

/** One follows at a time; what comes meanwhile is followed together. */
export const openFollowing = (follow: (touched: TouchedIds) => Promise<void>): Following => {
  const waiting = { devices: new Set<string>(), recipes: new Set<string>(), rules: new Set<string>() };
  const wait = ({ devices, recipes, rules }: Touched): void => {
    added(waiting.devices, devices);
    added(waiting.recipes, recipes);
    added(waiting.rules, rules);
  };
  const catchUp = async (): Promise<void> => {
    const taken = { devices: new Set(waiting.devices), recipes: new Set(waiting.recipes), rules: new Set(waiting.rules) };
    for (const ids of Object.values(waiting)) ids.clear();
    try {
      await follow(taken);
    } catch (fault) {
      wait(taken);
      throw fault;
    }
  };
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    changed(touched) {
      wait(touched);
      const start = (): Promise<void> => {
        next = undefined;
        return catchUp();
      };
      next ??= running.then(start, start);
      running = next;
      return next;
    },
    isBehind: () => Object.values(waiting).some(({ size }) => size > 0),
    idle: () => running.catch(() => undefined),
  };
};
