import { dict } from "#contract/resources/dict.ts";
import { implement } from "#server/kit/implement.ts";
import { requirePlatform } from "#server/people/platform.ts";
import { addEntry, editEntry, getEntry, listEntries, removeEntries } from "#server/system/dictionary.ts";

export const dictAnswers = implement(dict, {
  query: (request, { services }) => listEntries(services.db, request),
  get: ({ id }, { services }) => getEntry(services.db, id),
  async post(request, { services, caller, at, trace }) {
    requirePlatform(caller);
    const { id, change } = await addEntry(services.db, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, trace }) {
    requirePlatform(caller);
    trace.change = (await editEntry(services.db, caller, request, at)).change;
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    requirePlatform(caller);
    const { removed, change } = await removeEntries(services.db, ids);
    trace.change = change;
    return { removed };
  },
});
