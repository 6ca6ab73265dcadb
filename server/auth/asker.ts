import { addressBlock } from "#server/kit/addressBlock.ts";

/** Who asks, as far as a stranger can be told from another. */
export interface Asker {
  readonly address: string;
  /** The mark that the browser keeps; empty without one. */
  readonly browser: string;
  /** The account, session or known browser that it is for sure: counted by itself. */
  readonly known?: string | undefined;
}

/** Under which name what this asker does is counted. */
export const countedAs = ({ address, browser, known }: Asker): string =>
  known !== undefined ? `known ${known}` : browser !== "" ? `browser ${browser}` : `address ${addressBlock(address)}`;
