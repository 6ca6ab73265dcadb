import type { Language } from "#contract/messages.ts";

/** Who asks: read anew for every call, so that a change of rights holds from the next call on. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly account: string;
  readonly userName: string;
  readonly type: number;
  readonly companyId: string;
  /** The caller sees organisations whose path starts with this one. */
  readonly companyPath: string;
  readonly zone: string;
  readonly grants: ReadonlySet<string>;
}

export interface Asked {
  readonly language: Language;
  readonly address: string;
  /** The mark that the browser keeps; empty without one. */
  readonly browser: string;
  /** The token of the page before the log-in; empty without one. */
  readonly page: string;
  readonly at: number;
}
