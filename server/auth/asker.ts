import { addressBlock } from "#server/kit/addressBlock.ts";

/** Who asks, as far as a stranger can be told from another: by address and by the mark that a browser keeps (empty without one). */
export interface Asker {
  readonly address: string;
  readonly browser: string;
}

/** Under which name what this asker gets wrong is counted. */
export const countedAs = ({ address, browser }: Asker): string =>
  browser === "" ? `address ${addressBlock(address)}` : `browser ${browser}`;
