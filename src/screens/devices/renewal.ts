/** For how many months the service is offered to go on. */
export const monthsOffered = [1, 3, 6, 12, 24, 36] as const;

/** What is asked for by what was chosen: a number of months, or `to` for a day. */
export const renewalOf = ({ period, to }: { period: string; to: string }): { to: string; months: number | null } =>
  period === "to" ? { to, months: null } : { to: "", months: Number(period) };
