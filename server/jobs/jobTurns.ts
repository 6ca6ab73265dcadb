import { RecentMap } from "#server/kit/recentMap.ts";

/** Whose jobs wait, since when. */
export interface JobAsker {
  readonly company_id: string;
  readonly user_id: string;
  readonly since: number;
}

export interface JobTurns {
  /** Who is next: of the organisations that wait the one whose turn is longest ago, of its users likewise, then who asked first. */
  next<Asker extends JobAsker>(asking: readonly Asker[]): Asker | undefined;
  taken(who: Pick<JobAsker, "company_id" | "user_id">): void;
}

const most = 10_000;

/** Takes turns among organisations, and among the users of each: however many jobs one of them has, another's first does not wait for all. */
export const openJobTurns = (): JobTurns => {
  let count = 0;
  const last = new RecentMap<string, number>(most);
  const companyKey = (id: string): string => `company ${id}`;
  const userKey = (id: string): string => `user ${id}`;
  const turnOf = (key: string): number => last.get(key) ?? 0;
  return {
    next: (asking) =>
      [...asking].sort(
        (one, other) =>
          turnOf(companyKey(one.company_id)) - turnOf(companyKey(other.company_id)) ||
          turnOf(userKey(one.user_id)) - turnOf(userKey(other.user_id)) ||
          one.since - other.since,
      )[0],
    taken({ company_id, user_id }) {
      count += 1;
      last.put(companyKey(company_id), count);
      last.put(userKey(user_id), count);
    },
  };
};
