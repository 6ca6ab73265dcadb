import type { MessageId } from "#contract/messages.ts";
import { portions } from "#server/kit/portions.ts";

export interface Found {
  readonly id: string;
  readonly names: readonly string[];
}

/** Records that have one of the names, or one of the ids, among those that may be named. */
export type FindNamed = (names: readonly string[], ids: readonly string[]) => Promise<readonly Found[]>;

export interface Lookup {
  /** Looks up what is not known yet; asked before `find` and `label`. */
  load(texts: Iterable<string>): Promise<void>;
  /** The record of the name, or of `name #id` where several have it; a message where there is none, or more than one. */
  find(text: string): { id: string } | { fault: MessageId };
  /** How a table names the record: by its name where that is enough. */
  label(record: { id: string; name: string }): string;
}

const withId = /#([\w-]{1,64})$/u;

/** The id behind a name, as `name #id` has it. */
export const idBehind = (text: string): string | undefined => withId.exec(text)?.[1];

/** Records by what tables call them. Names count as they are written. */
export const openLookup = (findNamed: FindNamed): Lookup => {
  const byName = new Map<string, Set<string>>();
  const known = new Set<string>();
  const asked = new Set<string>();
  const find: Lookup["find"] = (text) => {
    const ids = byName.get(text);
    const [only] = ids ?? [];
    if (only !== undefined && ids?.size === 1) return { id: only };
    const named = idBehind(text);
    if (named !== undefined && known.has(named)) return { id: named };
    return { fault: ids ? "import.several" : "import.unknown" };
  };
  return {
    async load(texts) {
      const fresh = [...new Set(texts)].filter((text) => text !== "" && !asked.has(text));
      for (const some of portions(fresh)) {
        for (const { id, names } of await findNamed(
          some,
          some.flatMap((text) => idBehind(text) ?? []),
        )) {
          known.add(id);
          for (const name of names) if (name !== "") byName.set(name, (byName.get(name) ?? new Set()).add(id));
        }
        for (const text of some) asked.add(text);
      }
    },
    find,
    label({ id, name }) {
      const found = find(name);
      return "id" in found && found.id === id ? name : `${name} #${id}`;
    },
  };
};
