/** What takes its turn. */
export interface Served {
  /** It has taken much lately: goes behind the others. */
  readonly heavy: boolean;
  /** Takes one small portion of its work; asks again for more. */
  serve(): void;
}

/** Of four turns three go to those that ask for little. */
const lightInARow = 3;

/**
 * Shares the event loop among connections or sessions: a turn of the loop gives them `budgetMs` together, in portions that go round, so
 * that everything else is served in between. While nobody waits and the turn has time left, a portion is served at once.
 */
export class Turns {
  #budgetMs: number;
  #light: Served[] = [];
  #heavy: Served[] = [];
  #waiting = new Set<Served>();
  #open = false;
  #running = false;
  #startedAt = 0;
  #lightServed = 0;
  #paused = false;

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  ask(served: Served): void {
    if (this.#waiting.has(served)) return;
    if (!this.#open) {
      this.#open = true;
      this.#startedAt = performance.now();
      setImmediate(this.#next);
    }
    const free = this.#waiting.size === 0 && !this.#running && !(served.heavy && this.#paused);
    if (free && this.#hasTime()) served.serve();
    else this.askLater(served);
  }

  /** Never served before this call has returned. */
  askLater(served: Served): void {
    if (this.#waiting.has(served)) return;
    this.#waiting.add(served);
    (served.heavy ? this.#heavy : this.#light).push(served);
    if (this.#open) return;
    this.#open = true;
    setImmediate(this.#next);
  }

  /** It does not ask again. */
  forget(served: Served): void {
    this.#waiting.delete(served);
  }

  /** While it is paused, those that take much wait. */
  set paused(paused: boolean) {
    this.#paused = paused;
    if (paused || this.#open || this.#waiting.size === 0) return;
    this.#open = true;
    setImmediate(this.#next);
  }

  #hasTime(): boolean {
    return performance.now() - this.#startedAt < this.#budgetMs;
  }

  #next = (): void => {
    this.#open = false;
    if (!this.#mayServe()) return;
    this.#open = true;
    this.#running = true;
    this.#startedAt = performance.now();
    this.#step();
  };

  /** What a portion brings about runs in the ticks and microtasks behind it: a step waits for those of the one before, so that they count. */
  #step = (): void => {
    if (this.#mayServe() && this.#hasTime()) {
      this.#take()?.serve();
      process.nextTick(queueMicrotask, this.#step);
      return;
    }
    this.#running = false;
    setImmediate(this.#next);
  };

  #mayServe(): boolean {
    return this.#light.length > 0 || (this.#heavy.length > 0 && !this.#paused);
  }

  #take(): Served | undefined {
    const heavyTurn = this.#heavy.length > 0 && !this.#paused && (this.#light.length === 0 || this.#lightServed >= lightInARow);
    this.#lightServed = heavyTurn ? 0 : this.#lightServed + 1;
    const served = (heavyTurn ? this.#heavy : this.#light).shift();
    return served && this.#waiting.delete(served) ? served : undefined;
  }
}
