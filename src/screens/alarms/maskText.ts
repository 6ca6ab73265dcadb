import type { IntlShape } from "react-intl";
import type { RunningMask } from "#contract/resources/alarmMask.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";

/** Until when a mask holds back. */
export const maskEnd = (intl: IntlShape, zone: string, endsAt: string | null): string =>
  endsAt === null
    ? intl.formatMessage({ id: "value.mute.open" })
    : intl.formatMessage({ id: "value.mute.until" }, { at: formatInstant(zone, endsAt) });

/** The same where there is no room: the time of one that ends on the day of `now` (ms), else the month and the day. */
export const shortEnd = (intl: IntlShape, zone: string, endsAt: string | null, now: number): string => {
  if (endsAt === null) return intl.formatMessage({ id: "value.mute.openShort" });
  const [day = "", time = ""] = formatInstant(zone, endsAt).split(" ");
  return formatInstant(zone, now).startsWith(day) ? time.slice(0, "HH:mm".length) : day.slice("yyyy-".length);
};

/** Until when, by whom and why. */
export const maskText = (intl: IntlShape, zone: string, { by, reason, endsAt }: RunningMask): string =>
  [
    maskEnd(intl, zone, endsAt),
    by === "" ? intl.formatMessage({ id: "value.mute.byAbove" }) : intl.formatMessage({ id: "value.mute.by" }, { name: by }),
    reason,
  ]
    .filter((part) => part !== "")
    .join(" · ");

/** Why nobody is told: what holds back, or else that the device has its notifications off. */
export const silenceText = (intl: IntlShape, zone: string, mask: RunningMask | null): string =>
  mask ? maskText(intl, zone, mask) : intl.formatMessage({ id: "value.mute.device" });
