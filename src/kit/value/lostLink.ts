import { createContext, useContext } from "react";

/** The link to the server is down: what is shown is of `since` and grows older. */
export interface LostLink {
  readonly since: number;
  readonly now: number;
}

export const LostLinkContext = createContext<LostLink | undefined>(undefined);

/** Undefined while what is on the page is live. */
export const useLostLink = (): LostLink | undefined => useContext(LostLinkContext);
