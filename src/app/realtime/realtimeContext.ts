import { createContext, useContext } from "react";
import type { ActorRefFrom } from "xstate";
import type { realtimeLink } from "#machines/realtimeLink.ts";

export const RealtimeContext = createContext<ActorRefFrom<typeof realtimeLink> | undefined>(undefined);

export const useRealtimeLink = (): ActorRefFrom<typeof realtimeLink> => {
  const link = useContext(RealtimeContext);
  if (!link) throw new Error("useRealtimeLink outside a signed-in page");
  return link;
};
