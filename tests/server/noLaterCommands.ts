import type { LaterCommands } from "#server/devices/laterCommand.ts";

/** Nothing is kept for later. */
export const noLaterCommands: Pick<LaterCommands, "plan" | "hold"> = {
  plan: () => Promise.reject(new Error("no command is planned")),
  hold: async () => false,
};
