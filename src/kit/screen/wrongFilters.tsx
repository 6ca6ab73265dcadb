import { Button, Callout } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { listText } from "#src/kit/value/listText.ts";
import { filterLabel } from "./filterChips.tsx";
import type { ListState } from "./listState.ts";
import type { FilterSpec } from "./screenDefinition.ts";

interface WrongFiltersProps {
  /** Prefix of the screen's messages. */
  screen: string;
  wrong: readonly FilterSpec[];
  filters: ListState["filters"];
  onClear(): void;
}

/** Says which filters of a link were not applied, since nothing can be as they ask. */
export function WrongFilters({ screen, wrong, filters, onClear }: WrongFiltersProps) {
  const intl = useIntl();
  if (wrong.length === 0) return null;
  const values = wrong.map((spec) =>
    intl.formatMessage({ id: "screen.filter.set" }, { label: filterLabel(screen, spec, intl), value: filters[spec.id] ?? "" }),
  );
  return (
    <Callout compact intent="warning" role="alert" className="gh-filters-wrong">
      {intl.formatMessage({ id: "screen.filter.wrong" }, { asked: listText(intl, values), count: wrong.length })}{" "}
      <Button size="small" text={intl.formatMessage({ id: "screen.clearFilters" })} onClick={onClear} />
    </Callout>
  );
}
