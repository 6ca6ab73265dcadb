import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { limits } from "#contract/limits.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import type { Dispatch } from "#store/store.ts";
import type { ListState } from "./listState.ts";
import type { RowsSource } from "./rowsSource.ts";

/** Prints all that the filters leave of a table, not the page at hand alone: `printed` has these rows until the browser is done with them. */
export const useTablePrint = <Row>(source: RowsSource<Row>, state: ListState, total: number) => {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const toasts = useToasts();
  const [printed, setPrinted] = useState<readonly Row[]>();
  useEffect(() => {
    if (!printed) return undefined;
    const done = () => setPrinted(undefined);
    window.addEventListener("afterprint", done);
    // What is printed is drawn in the browser's own event, for which React must have come to rest.
    const timer = setTimeout(() => window.print());
    return () => {
      window.removeEventListener("afterprint", done);
      clearTimeout(timer);
    };
  }, [printed]);
  const print = async (): Promise<void> => {
    const all = await source.collect(dispatch, state);
    if ("error" in all) {
      toasts.refused(asRefusal(all.error));
      return;
    }
    if (all.rows.length === 0) {
      toasts.warning(intl.formatMessage({ id: "screen.nothingFound" }));
      return;
    }
    if (total > limits.bulk) toasts.warning(intl.formatMessage({ id: "screen.print.cut" }, { count: limits.bulk }));
    setPrinted(all.rows);
  };
  return { printed, print };
};
