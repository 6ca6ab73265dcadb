import { Button, Callout } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { Aggregation } from "#contract/resources/deviceDataLog.ts";
import type { HistoryAsk } from "./historyAsk.ts";
import { fittingAggregation, type Range } from "./historyRange.ts";

interface AggregationOfferProps {
  ask: HistoryAsk;
  range: Range;
  onAggregate(aggregation: Aggregation): void;
}

/** Raw readings that are more than can be shown: offers those of the same period by the step that fits it. */
export function AggregationOffer({ ask, range, onAggregate }: AggregationOfferProps) {
  const intl = useIntl();
  const fitting = fittingAggregation(range);
  if (ask.aggregation !== "raw" || fitting === undefined) return null;
  return (
    <Callout compact intent="primary" className="gh-history-offer">
      <span>{intl.formatMessage({ id: "history.offer" })}</span>
      <Button size="small" text={intl.formatMessage({ id: `history.by.${fitting}` })} onClick={() => onAggregate(fitting)} />
    </Callout>
  );
}
