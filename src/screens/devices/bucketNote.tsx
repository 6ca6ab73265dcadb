import { useIntl } from "react-intl";
import type { Aggregation } from "#contract/resources/deviceDataLog.ts";
import { zoneName } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { cutElsewhere } from "./bucketZone.ts";
import type { Range } from "./historyRange.ts";

interface BucketNoteProps {
  aggregation: Aggregation;
  /** The zone that the server cut the buckets in. */
  zone: string;
  range: Range;
}

/** Names the zone of the buckets where they do not start as the reader's own would; else nothing. */
export function BucketNote({ aggregation, zone, range }: BucketNoteProps) {
  const intl = useIntl();
  const { me } = useSession();
  if (!cutElsewhere(aggregation, zone, me.zone, range)) return null;
  const id = aggregation === "day" ? "history.cut.day" : "history.cut.other";
  return <p className="gh-history-note">{intl.formatMessage({ id }, { zone: zoneName(zone, range.to) })}</p>;
}
