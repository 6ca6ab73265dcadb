import { z } from "zod";
import { instant } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";

const [least, most] = limits.command.keepSeconds;

/** When a command is sent, where not at once and once. */
export const commandTiming = {
  /** Not before this instant. */
  at: instant.optional(),
  /** Seconds after that instant, or from now on, that it stays valid for a device that cannot be reached. Without, it fails there and then. */
  keep: z.number().int().min(least, "rule.command.keep").max(most, "rule.command.keep").optional(),
};
export type CommandTiming = z.output<z.ZodObject<typeof commandTiming>>;

/** done: the device has answered; planned: it waits for its time; held: it waits for the device. */
export const commandState = z.enum(["done", "planned", "held"]);
export type CommandState = z.output<typeof commandState>;

/** Results by which the device's log says that a command is yet to be sent. */
export const waitingResults = ["commandPlanned", "commandHeld"] as const;
