import type { Call } from "#contract/kit/call.ts";
import type { PlainRecord } from "#contract/kit/plainRecord.ts";
import { titleOf } from "#contract/recordMessages.ts";
import { company } from "#contract/resources/company.ts";

/** Items that the product brings; each capability adds its own. Ids are stable, so that what an administrator changed is kept. */
export interface BuiltinItem<Action = string> {
  id: string;
  path: string;
  name: string;
  nameEn: string;
  icon?: string;
  hidden?: boolean;
  affix?: boolean;
  noCache?: boolean;
  /** Kept by the platform's own organisation: no role but the administrators' holds it from the start. */
  platform?: boolean;
  /** The calls that the item's screen makes; by name once they are brought. */
  actions?: readonly Action[];
  children?: readonly BuiltinItem<Action>[];
}

/** Of every list that can be filtered by organisation. */
export const pickCompany = company.calls.query_mini;

/** The item of a plain record's list, called as its records are; `besides` are calls of others that its screen makes. */
export const recordItem = (
  { calls, noun, record }: PlainRecord,
  item: Pick<BuiltinItem, "id" | "path" | "icon">,
  besides: readonly Call[] = [],
): BuiltinItem<Call> => ({
  ...item,
  ...{ name: noun.zh, nameEn: titleOf(noun).en },
  actions: [...Object.values(calls), ...(record.reach === "shared" ? [pickCompany] : []), ...besides],
});

/** A call as the items that are brought name it: its path without /api/. */
export const nameOf = ({ path }: Call): string => path.slice("/api/".length);

export const named = (items: readonly BuiltinItem<Call>[]): BuiltinItem[] =>
  items.map(({ actions, children, ...item }) => ({
    ...item,
    ...(actions ? { actions: actions.map(nameOf) } : {}),
    ...(children ? { children: named(children) } : {}),
  }));
