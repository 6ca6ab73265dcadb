/** What a mask names together: a device, a rule, the type of alarms; one of them at least. Times in seconds. */
export interface ModelMask {
  readonly id: string;
  readonly company: "root" | "north";
  readonly device: string | null;
  readonly rule: string | null;
  readonly typed: boolean;
  starts: number;
  ends: number;
}

/** What a notice would be about. */
export interface Masked {
  readonly device: string;
  readonly isNorth: boolean;
  readonly rule: string;
  readonly isTyped: boolean;
}

/** Of several that last as long the one that the engine finds first. */
const rank = ({ device, rule }: ModelMask): number => (device !== null ? 0 : rule !== null ? 1 : 2);

export class ModelMasks {
  /** In the order in which they came, without those whose end was told. */
  #standing: ModelMask[] = [];

  begin(mask: ModelMask): void {
    this.#standing.push(mask);
  }

  /** Those that somebody can end. */
  unended(now: number): readonly ModelMask[] {
    return this.#standing.filter(({ ends }) => ends > now);
  }

  /** One that is planned never begins. */
  end(mask: ModelMask, now: number): void {
    mask.ends = now;
    mask.starts = Math.min(mask.starts, now);
  }

  /** The device leaves the organisation that masks of it, or of its own rules, are of. */
  leave(device: string, ownRules: readonly string[], now: number): void {
    for (const mask of this.unended(now))
      if (mask.company === "north" && (mask.device === device || (mask.rule !== null && ownRules.includes(mask.rule)))) this.end(mask, now);
  }

  /** The one that holds it back at `now`, of several the one that ends last. */
  of({ device, isNorth, rule, isTyped }: Masked, now: number): ModelMask | null {
    return (
      this.#standing
        .filter(({ starts, ends }) => starts <= now && now < ends)
        .filter((mask) => mask.company === "root" || isNorth)
        .filter((mask) => (mask.device ?? device) === device && (mask.rule ?? rule) === rule && (!mask.typed || isTyped))
        .sort((one, other) => (one.ends === other.ends ? rank(one) - rank(other) : other.ends > one.ends ? 1 : -1))[0] ?? null
    );
  }

  /** Takes out those whose time is over. */
  takeOver(now: number): readonly ModelMask[] {
    const over = this.#standing.filter(({ ends }) => ends <= now);
    this.#standing = this.#standing.filter(({ ends }) => ends > now);
    return over;
  }
}
