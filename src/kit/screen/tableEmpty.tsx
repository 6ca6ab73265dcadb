import { Button } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { NothingFound, PageState } from "./pageStates.tsx";

interface TableEmptyProps {
  /** Prefix of the screen's messages. */
  id: string;
  filters: Readonly<Record<string, string>>;
  onClear(): void;
  onAdd: (() => void) | undefined;
}

/** An empty table: nothing found by these filters, or nothing there yet and the one thing to do. */
export function TableEmpty({ id, filters, onClear, onAdd }: TableEmptyProps) {
  const intl = useIntl();
  if (Object.keys(filters).length > 0) return <NothingFound filters={filters} onClear={onClear} />;
  return (
    <PageState icon="inbox" text={intl.formatMessage({ id: `${id}.empty` })}>
      {onAdd && <Button intent="primary" icon="plus" text={intl.formatMessage({ id: `${id}.action.add` })} onClick={onAdd} />}
    </PageState>
  );
}
