import { fromPromise } from "xstate";
import type { LoadResult, SignIn } from "#machines/session.ts";
import { cachedMenu, cacheMenu, cachePaths, canRestore, forgetSession, keepSession } from "#src/app/browserStore.ts";
import { api } from "#store/api.ts";
import { authCalls } from "#store/handles/auth.ts";
import { userCalls } from "#store/handles/user.ts";
import type { Store } from "#store/store.ts";
import { tabsSlice } from "#store/tabs.ts";
import type { Refusal } from "#store/transport.ts";

const sessionEnded = 401;

const isRefusal = (error: unknown): error is Refusal =>
  typeof error === "object" && error !== null && "code" in error && "message" in error;

/** Session effects on the real store and browser. A menu that cannot be loaded does not stop anybody: the cached one serves. */
export const sessionActors = (store: Store) => {
  const loadMenu = async (): Promise<void> => {
    const { data } = await store.dispatch(userCalls.menu_tree.initiate({}, { forceRefetch: true, subscribe: false }));
    if (data) cacheMenu(data);
  };
  return {
    actors: {
      load: fromPromise<LoadResult>(async () => {
        const asked = store.dispatch(userCalls.my.initiate({}, { forceRefetch: true, subscribe: false }));
        const menu = loadMenu();
        const { data, error } = await asked;
        if (data) {
          cachePaths(data.paths);
          if (cachedMenu() === undefined) await menu;
          return { ok: true };
        }
        await menu;
        return isRefusal(error)
          ? { ok: false, expired: error.code === sessionEnded, message: error.message }
          : { ok: false, expired: false, message: "" };
      }),
      leave: fromPromise<void>(async () => {
        await store.dispatch(authCalls.logout.initiate({}));
      }),
    },
    actions: {
      keep: (_: unknown, signIn: SignIn) => keepSession(signIn),
      forget: () => forgetSession(),
      clearCaches: () => {
        store.dispatch(api.util.resetApiState());
        store.dispatch(tabsSlice.actions.cleared());
      },
    },
    guards: { isRestored: () => canRestore() },
  };
};
