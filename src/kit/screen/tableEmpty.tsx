import { Button } from "@blueprintjs/core";
import { Fragment } from "react";
import { useIntl } from "react-intl";
import { listSeparator } from "#src/kit/value/listText.ts";
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
  const asked = Object.entries(filters).map(([filter, value], index) => {
    const spec = specs.find((one) => one.id === filter);
    return (
      <Fragment key={filter}>
        {index > 0 && listSeparator(intl)}
        {spec ? <FilterWords screen={id} spec={spec} value={value} /> : value}
      </Fragment>
    );
  });
  if (asked.length > 0)
    return (
      <PageState
        icon="search"
        text={intl.formatMessage({ id: "screen.nothingFound" })}
        detail={intl.formatMessage({ id: "screen.searched" }, { asked })}
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
