/** Lets one after another in, in the order in which they came. */
export class TurnTaking {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  take(): Promise<void> | undefined {
    if (this.#taken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    return undefined;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}
