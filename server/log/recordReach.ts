import type { Db } from "#server/db/open.ts";
import { detailOf } from "#server/http/askedDetail.ts";
import type { Caller } from "#server/kit/caller.ts";
import { portions } from "#server/kit/portions.ts";
import { type Named, namedIn } from "./recordOwners.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What an organisation may see of a row that is about records of several: what was asked and changed of its own. */
export interface Part {
  detail: string;
  change: string;
}

export interface RecordReach {
  /** The organisations besides the actor's whose records a call touched, as the operation log keeps them; empty for none. No change: it was refused. */
  companies(answer: unknown, change: string | undefined): Promise<string>;
  /** The same organisations by their ids, as far as they were looked up. */
  ids(): readonly string[];
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** Of the request what names an organisation's own records, and all that names none. */
const ownRequest = (request: Fields, named: readonly Named[], own: ReadonlySet<string>): Fields => {
  const kept = new Map<string, unknown>(Object.entries(request));
  for (const { field, ids } of named) {
    const left = [...own].filter((id) => ids.has(id));
    if (Array.isArray(request[field])) kept.set(field, left);
    else if (left.length === 0) kept.delete(field);
    else kept.set(field, left.join(","));
  }
  return Object.fromEntries(kept);
};

/** The entries of a change by the ids in their keys: `id`, or `name (id)`. */
const entriesOf = (change: string): ReadonlyMap<string, readonly [string, unknown]> =>
  new Map(
    Object.entries(change === "" ? {} : (JSON.parse(change) as Fields)).map((entry) => [
      /\((\w+)\)$/.exec(entry[0])?.[1] ?? entry[0],
      entry,
    ]),
  );

const ownChange = (entries: ReturnType<typeof entriesOf>, own: ReadonlySet<string>): string => {
  const kept = [...own].flatMap((id) => {
    const entry = entries.get(id);
    return entry ? [entry] : [];
  });
  return kept.length === 0 ? "" : JSON.stringify(Object.fromEntries(kept));
};

/**
 * Looks up whose records a call names, before it runs and again afterwards: what it moves concerns both. Only organisations that the
 * caller may see count, so that nobody learns of those who merely tried ids. Nothing to look for where there is nobody below the caller.
 */
export const openRecordReach = async (db: Db, caller: Caller, resource: string, request: unknown): Promise<RecordReach | undefined> => {
  if (!isFields(request)) return undefined;
  const below = await db.selectFrom("company").select("id").where("parent_id", "=", caller.companyId).limit(1).executeTakeFirst();
  if (!below) return undefined;
  const named = namedIn(resource, request);
  const seen = new Map<string, boolean>();
  const found = new Map<string, Set<string>>();
  const judge = async (ids: readonly string[]): Promise<void> => {
    const unknown = [...new Set(ids)].filter((id) => !seen.has(id));
    for (const some of portions(unknown))
      for (const { id, path } of await db.selectFrom("company").select(["id", "path"]).where("id", "in", some).execute())
        seen.set(id, path.startsWith(caller.companyPath));
  };
  const look = async (names: readonly Named[]): Promise<void> => {
    for (const { ids, find } of names)
      for (const some of portions(ids))
        for (const finder of find) {
          const rows = await finder(db, some);
          await judge(rows.map((row) => row.company_id));
          for (const { id, company_id } of rows)
            if (seen.get(company_id)) found.set(company_id, (found.get(company_id) ?? new Set()).add(id));
        }
  };
  await look(named);
  const listed = new Set(named.filter(({ ids }) => ids.size > 1).flatMap(({ ids }) => [...ids]));
  const holders = [...found.values()].filter((ids) => [...ids].some((id) => listed.has(id)));
  const mixed = holders.length > 1;
  return {
    ids: () => [...found.keys()],
    async companies(answer, change) {
      await look([...named, ...(isFields(answer) ? namedIn(resource, { id: answer.id }) : [])]);
      found.delete(caller.companyId);
      if (found.size === 0) return "";
      const entries = entriesOf(mixed ? (change ?? "") : "");
      const outcome = change === undefined ? "refused" : "done";
      const part = (own: ReadonlySet<string>): Part | "" =>
        mixed ? { detail: detailOf(ownRequest(request, named, own), outcome), change: ownChange(entries, own) } : "";
      return JSON.stringify(Object.fromEntries([...found].map(([companyId, own]) => [companyId, part(own)])));
    },
  };
};
