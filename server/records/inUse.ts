import { counted, type Noun } from "#contract/kit/call.ts";
import { Problem } from "#server/kit/problem.ts";

/** Refuses to delete what so many of these still use. */
export const refuseInUse = (count: number, noun: Noun): void => {
  if (count > 0) throw new Problem("inUse", { values: { count, what: counted(noun, count) } });
};
