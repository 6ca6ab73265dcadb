import { useCallback } from "react";
import type { Call } from "#contract/kit/call.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { useUserMenu } from "#src/session/userMenu.ts";

/** Whether the user may make a call in a view: it is granted, and the view's menu item is the user's and names it. */
export const useOpens = (): ((call: Call, view: string) => boolean) => {
  const { me } = useSession();
  const { index } = useUserMenu();
  return useCallback(
    (call, view) => {
      const item = index.get(view);
      if (call.access !== "granted") return item !== undefined;
      return me.paths.includes(call.path) && (item?.actionList.includes(call.path) ?? false);
    },
    [me.paths, index],
  );
};

/**
 * Whether the user may make a call in this view: an item that names no actions grants none. `view`: that the call is made in, where a
 * button only leads there; both have to offer it.
 */
export const useAllowed = (): ((call: Call, view?: string) => boolean) => {
  const opens = useOpens();
  const { path } = useViewLocation();
  return useCallback(
    (call, view) => (call.access !== "granted" || opens(call, path)) && (view === undefined || opens(call, view)),
    [opens, path],
  );
};

/** Whether the user may make a call at all, whatever this view offers. */
export const isGranted = (paths: readonly string[], call: Call): boolean => call.access !== "granted" || paths.includes(call.path);
