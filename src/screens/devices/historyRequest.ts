import type { ArgumentOf } from "#contract/kit/call.ts";
import type { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import type { HistoryAsk } from "./historyAsk.ts";
import type { Range } from "./historyRange.ts";

/** A question with its bounds fixed. */
export interface FixedAsk {
  ask: HistoryAsk;
  range: Range;
}

type Chosen = Pick<ArgumentOf<typeof deviceDataLog.calls.dlexcel>, "deviceId" | "points" | "aggregation" | "from" | "to">;

/** What all three calls of the history are asked with. */
export const historyRequest = ({ ask, range }: FixedAsk): Chosen => ({
  deviceId: ask.deviceId,
  points: [...ask.points],
  aggregation: ask.aggregation,
  from: new Date(range.from).toISOString(),
  to: new Date(range.to).toISOString(),
});
