import { api } from "#store/api.ts";
import type { Store } from "#store/store.ts";

const stale = (store: Store): void => {
  // A tag without an id stands for all of its type: here all that was ever answered is meant.
  const tags = Object.keys(store.getState().api.provided.tags).map((type) => ({ type }));
  store.dispatch(api.util.invalidateTags(tags));
};

/** The server words its answers in the language they are asked in: asks again for what is shown, and drops the rest. */
export const answersInNewLanguage = async (store: Store): Promise<void> => {
  const underway = store.dispatch(api.util.getRunningQueriesThunk());
  stale(store);
  // What was asked in the former language and is not answered yet cannot be asked again before it is.
  if (underway.length === 0) return;
  await Promise.allSettled(underway);
  stale(store);
};
