import type { Reader } from "#server/http/unreadAnswers.ts";
import type { Served, Turns } from "#server/kit/turns.ts";

/** Calls waiting from which on an asker goes behind those that ask little. */
const much = 8;

/** A call on its way: it waits to be read, then to be answered. */
export interface Passage {
  read(): Promise<void>;
  answer(): Promise<void>;
  /** It was answered, or nobody waits for that any more. */
  over(): void;
}

interface Parts {
  readonly turns: Turns;
  /** Whether it has to read first, by the bytes that it leaves unread. */
  readonly mustRead: (unread: number) => boolean;
  /** Calls whose bodies may come in at the same time. */
  readonly reading: number;
  /** Told when it asks nothing any more. */
  readonly rested: () => void;
}

/** Who asks: a session, or the strangers of one address. Its calls go one by one, those first whose body is there already. */
export class Asker implements Served, Reader {
  readonly #parts: Parts;
  readonly #toRead = new Set<() => void>();
  readonly #toAnswer = new Set<() => void>();
  #underWay = 0;
  #reading = 0;
  #unread = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get heavy(): boolean {
    return this.#toRead.size + this.#toAnswer.size > much;
  }

  /** Calls that nothing was read of yet. */
  get waiting(): number {
    return this.#toRead.size;
  }

  pass(): Passage {
    /** Takes back what the call has of its asker at the moment. */
    let leave: () => void = () => undefined;
    return {
      read: () => {
        const waits = this.#wait(this.#toRead, this.#underWay === 0, () => {
          this.#underWay += 1;
          this.#reading += 1;
          leave = () => {
            this.#underWay -= 1;
            this.#reading -= 1;
          };
        });
        leave = waits.leave;
        return waits.turn;
      },
      answer: () => {
        this.#reading -= 1;
        const answered = (): void => {
          this.#underWay -= 1;
        };
        const waits = this.#wait(this.#toAnswer, this.#underWay === 1, () => {
          leave = answered;
        });
        leave = () => {
          waits.leave();
          answered();
        };
        return waits.turn;
      },
      over: () => {
        leave();
        this.goOn();
        this.#rest();
      },
    };
  }

  serve(): void {
    const queue = this.#next();
    const [begin] = queue ?? [];
    if (!queue || !begin) return;
    queue.delete(begin);
    begin();
    this.goOn();
  }

  waits(bytes: number): void {
    this.#unread += bytes;
    if (bytes < 0) this.goOn();
    this.#rest();
  }

  goOn(): void {
    if (this.#next()) this.#parts.turns.askLater(this);
  }

  /** What may go on now. */
  #next(): Set<() => void> | undefined {
    if (this.#parts.mustRead(this.#unread)) return undefined;
    if (this.#toAnswer.size > 0) return this.#toAnswer;
    return this.#toRead.size > 0 && this.#reading < this.#parts.reading ? this.#toRead : undefined;
  }

  /** The first call begins at once where it may, what is asked beside it waits for a turn. */
  #wait(queue: Set<() => void>, first: boolean, begun: () => void): { turn: Promise<void>; leave: () => void } {
    let begin: () => void = begun;
    const turn = new Promise<void>((resolve) => {
      begin = () => {
        begun();
        resolve();
      };
    });
    queue.add(begin);
    // After this call, so that what it begins finds everything in place.
    if (first && this.#next()) queueMicrotask(() => this.#parts.turns.ask(this));
    else this.goOn();
    return { turn, leave: () => void queue.delete(begin) };
  }

  #rest(): void {
    if (this.#underWay === 0 && this.#toRead.size === 0 && this.#unread === 0) this.#parts.rested();
  }
}
