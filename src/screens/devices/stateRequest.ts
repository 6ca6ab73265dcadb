import type { ArgumentOf } from "#contract/kit/call.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import type { ListState } from "#src/kit/screen/listState.ts";
import { typedFilters } from "#src/kit/screen/rowsSource.ts";
import { serverNow } from "#store/serverClock.ts";
import { type LogPeriod, logPeriod } from "./logPeriod.ts";

type Asked = Pick<ArgumentOf<typeof deviceStateLog.calls.query>, "search" | "kind" | "deviceId"> & LogPeriod;

/** What the address asks for, as every call of the state log takes it. */
export const stateRequest = (
  zone: string,
  deviceId: string | undefined,
  { filters: { period, from, to, ...filters } }: Pick<ListState, "filters">,
): Asked => ({
  ...typedFilters(deviceStateLog.calls.query.request, filters),
  ...logPeriod(zone, { period, from, to }, serverNow()),
  ...(deviceId ? { deviceId } : {}),
});
