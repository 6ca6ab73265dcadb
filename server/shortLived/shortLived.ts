/**
 * State that is forgotten by itself: captchas, codes, counts of wrong answers, waits. It outlives a restart, and processes that serve the
 * same records share it. Losing it costs a person another captcha, never a record.
 */
export interface ShortLived {
  /** Milliseconds that only go forward while a process lives, and go on from the time of day after it. */
  now(): number;
  /**
   * One step: nobody else reads or changes what stands under these keys until it is kept. `decide` sees what stands there and says what is to;
   * what it throws changes nothing.
   */
  step<V, R>(kind: Kind<V>, keys: readonly string[], decide: (held: Held<V>) => R): Promise<R>;
  /** What stands there now, without a step. */
  read<V>(kind: Kind<V>, key: string): Promise<V | undefined>;
}

/** What stands under keys of its own; `V` is kept as JSON. */
export interface Kind<V> {
  readonly name: string;
  /** So many are held at the most, where that is bounded: then those that would have ended first go. */
  readonly most?: number;
  /** Called within the step that drops what was not over yet, with the latest of their ends, to note it under a key. */
  readonly dropped?: (until: number) => { readonly key: string; readonly value: V; readonly until: number };
}

/** What stands under the keys of a step. */
export interface Held<V> {
  /** Undefined where nothing is, or it is over. */
  of(key: string): V | undefined;
  /** Stands until then, in milliseconds of `now`. */
  put(key: string, value: V, until: number): void;
  drop(key: string): void;
}

/** Until it is dropped. */
export const lasting = Number.MAX_SAFE_INTEGER;
