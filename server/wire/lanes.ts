/**
 * Work that many ask for: few pieces at once, and those that wait are taken from each lane in turn. Whoever asks a thousand times waits
 * for himself, not the others for him.
 */
export class Lanes {
  #atOnce: number;
  #running = 0;
  #waiting = new Map<string, (() => void)[]>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#turn(lane);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(lane: string): Promise<void> {
    return new Promise((begin) => {
      const queue = this.#waiting.get(lane);
      if (queue) queue.push(begin);
      else this.#waiting.set(lane, [begin]);
    });
  }

  /** The place of what ended goes to the lane that has waited longest, which then stands behind the others. */
  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [lane, queue] = first;
    const begin = queue.shift();
    this.#waiting.delete(lane);
    if (queue.length > 0) this.#waiting.set(lane, queue);
    begin?.();
  }
}
