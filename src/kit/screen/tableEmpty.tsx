import { Button } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { FilterWords } from "./filterChips.tsx";
import { PageState } from "./pageStates.tsx";
import type { FilterSpec } from "./screenDefinition.ts";

interface TableEmptyProps {
  /** Prefix of the screen's messages. */
  id: string;
  /** What is asked for, by the filter's id; what no filter of the screen has is the search. */
  filters: Readonly<Record<string, string>>;
  specs: readonly FilterSpec[];
  onClear(): void;
  onAdd: (() => void) | undefined;
}

/** An empty table: nothing found by these filters, or nothing there yet and the one thing to do. */
export function TableEmpty({ id, filters, specs, onClear, onAdd }: TableEmptyProps) {
  const intl = useIntl();
  const asked = Object.entries(filters).map(([filter, value]) => {
    const spec = specs.find((one) => one.id === filter);
    return spec ? <FilterWords key={filter} screen={id} spec={spec} value={value} /> : value;
  });
  if (asked.length > 0)
    return (
      <PageState
        icon="search"
        text={intl.formatMessage({ id: "screen.nothingFound" })}
        detail={intl.formatMessage({ id: "screen.searched" }, { asked: intl.formatList(asked, { type: "unit" }) })}
      >
        <Button text={intl.formatMessage({ id: "screen.clearFilters" })} onClick={onClear} />
      </PageState>
    );
  return (
    <PageState icon="inbox" text={intl.formatMessage({ id: `${id}.empty` })}>
      {onAdd && <Button intent="primary" icon="plus" text={intl.formatMessage({ id: `${id}.action.add` })} onClick={onAdd} />}
    </PageState>
  );
}
