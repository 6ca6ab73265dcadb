export interface Choice {
  id: string;
  name: string;
  /** A second, quieter text. */
  detail?: string | undefined;
}

export interface Found {
  choices: readonly Choice[];
  looking: boolean;
  /** Why it could not be looked for. */
  error?: unknown;
}

/** Where choices come from that are too many to be listed. */
export interface ChoiceSource {
  /** A hook that looks for what was typed; nothing is asked while that is undefined. */
  useFound(typed: string | undefined): Found;
  /** A hook that says what the chosen id is called; empty while that is not known. */
  useName(id: string): string;
}

/** As many as are offered at once. */
export const offered = 12;
