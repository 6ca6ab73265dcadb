import { z } from "zod";
import { id } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";

/**
 * What devices keep of before, and may lose with who had it: readings, places and logs; alarm records; the alarm rules that are a device's own;
 * the users who have it.
 */
export const erasables = ["history", "alarms", "rules", "bindings", "videos"] as const;
export type Erasable = (typeof erasables)[number];

/** Devices by their ids, as many as go to another organisation at once. */
export const transferIds = z.array(id).min(1, "rule.transfer.atLeastOne").max(limits.transfer, "rule.transfer.most");

/** To whom, and what of the devices does not go along but is erased for good. */
export const transferTarget = {
  companyId: z.string("rule.transfer.target").min(1, "rule.transfer.target").max(64),
  erase: z.array(z.enum(erasables)).max(erasables.length).default([]),
};

/** What would become, or became, of each device that was named. */
export const transferRow = z.object({
  /** From 1, as it was named. */
  place: z.number(),
  /** The SN of its line, or its own. */
  sn: z.string(),
  /** Empty for one that cannot go. */
  id: z.string(),
  name: z.string(),
  /** Whose it is. */
  companyName: z.string(),
  /** 0, or why it cannot go, in the words of `message`. */
  code: z.number(),
  message: z.string(),
});
export type TransferRow = z.output<typeof transferRow>;

/** Characters of a line of a file that are looked at: no SN is so long. */
export const transferLine = 200;

export const transferCheck = z.object({
  /** Left out: the devices are looked up, and judged for no organisation. */
  companyId: z.string().max(64).default(""),
  ids: z.array(id).max(limits.transfer, "rule.transfer.most").default([]),
  /** SNs as they stand in the lines of a file; what is none is told as such. */
  sns: z.array(z.string().max(transferLine)).max(limits.transfer, "rule.transfer.most").default([]),
});
