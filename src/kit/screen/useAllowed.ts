import { useCallback } from "react";
import type { Call } from "#contract/kit/call.ts";
import { useSession } from "#src/app/sessionView.ts";
import { useViewActions } from "#src/app/shell/viewLocation.ts";

/** Whether the user may make a call in this view: it is granted, and the menu item, where it names actions, names it. */
export const useAllowed = (): ((call: Call) => boolean) => {
  const { me } = useSession();
  const actions = useViewActions();
  return useCallback(
    (call) => call.access !== "granted" || (me.paths.includes(call.path) && (actions.length === 0 || actions.includes(call.path))),
    [me.paths, actions],
  );
};

/** Whether the user may make a call at all, whatever this view offers. */
export const isGranted = (paths: readonly string[], call: Call): boolean => call.access !== "granted" || paths.includes(call.path);
