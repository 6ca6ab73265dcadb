import { nextTurn } from "#server/kit/nextTurn.ts";

/** Ids of what an edit touched. */
export interface Touched {
  readonly devices?: Iterable<string>;
  /** Data templates, their points included. */
  readonly recipes?: Iterable<string>;
  readonly rules?: Iterable<string>;
  /** Devices whose alarm records and memories are gone: what was open there is not open any more. */
  readonly erased?: Iterable<string>;
}

export type TouchedIds = { readonly [K in keyof Required<Touched>]: ReadonlySet<string> };

export interface Following {
  /** Resolves when it is followed; rejects when it could not be, and then waits on. */
  changed(touched: Touched): Promise<void>;
  /** Whether something waits that failed. */
  isBehind(): boolean;
  /** Resolves when nothing is being followed or looked after. */
  idle(): Promise<void>;
}

interface Work {
  follow(touched: TouchedIds): Promise<void>;
  /** What takes long and nobody waits for: some of it. */
  lookAfterSome(): Promise<void>;
  isLeft(): boolean;
  failed(fault: unknown): void;
}

const added = (to: Set<string>, ids: Iterable<string> = []): void => {
  for (const id of ids) to.add(id);
};

/** One edit is followed at a time, and what comes meanwhile together; what is looked after goes on in between. */
export const openFollowing = ({ follow, lookAfterSome, isLeft, failed }: Work): Following => {
  const waiting = { devices: new Set<string>(), recipes: new Set<string>(), rules: new Set<string>(), erased: new Set<string>() };
  const wait = ({ devices, recipes, rules, erased }: Touched): void => {
    added(waiting.devices, devices);
    added(waiting.recipes, recipes);
    added(waiting.rules, rules);
    added(waiting.erased, erased);
  };
  let running: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = running.then(work);
    running = done.catch(() => undefined);
    return done;
  };
  let looking: Promise<void> | undefined;
  const lookAfterAll = async (): Promise<void> => {
    try {
      while (isLeft()) {
        await inTurn(lookAfterSome);
        await nextTurn();
      }
    } catch (fault) {
      failed(fault);
    } finally {
      looking = undefined;
    }
  };
  const catchUp = async (): Promise<void> => {
    const taken = {
      devices: new Set(waiting.devices),
      recipes: new Set(waiting.recipes),
      rules: new Set(waiting.rules),
      erased: new Set(waiting.erased),
    };
    for (const ids of Object.values(waiting)) ids.clear();
    try {
      await follow(taken);
    } catch (fault) {
      wait(taken);
      throw fault;
    }
    if (isLeft()) looking ??= lookAfterAll();
  };
  let next: Promise<void> | undefined;
  return {
    changed(touched) {
      wait(touched);
      next ??= inTurn(() => {
        next = undefined;
        return catchUp();
      });
      return next;
    },
    isBehind: () => (isLeft() && !looking) || Object.values(waiting).some(({ size }) => size > 0),
    async idle() {
      for (let seen: Promise<unknown> | undefined; seen !== running || looking; ) {
        seen = running;
        await seen;
        await looking;
      }
    },
  };
};
