export type TripAsk =
  | { connect: { port: number; devices: readonly string[]; password: string } }
  /** Every device sends once, spread over so many ms: what calls for nothing, or what trips the rule of the template, or, of the first `own`, its own. */
  | { send: { milliseconds: number; trips: boolean; own: number } };

/** UTC ms at which messages went out, in their order, and ms until each was acknowledged. */
export interface TripsSent {
  readonly sentAt: readonly number[];
  readonly acknowledgedAfter: readonly number[];
}

export type TripReply = { connected: number } | { failed: string } | TripsSent;
