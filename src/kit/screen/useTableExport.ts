import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { FileFormat } from "#contract/fileFormat.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { saveFile } from "#src/kit/file/saveFile.ts";
import { loadPart, partTroubleId } from "#src/kit/part/loadPart.ts";
import type { TableColumn } from "#src/kit/table/tableColumn.ts";
import { defaultColumnWidth, defaultLayout, fileColumns, type TableLayout } from "#src/kit/table/tableLayout.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";
import type { Dispatch } from "#store/store.ts";
import type { ListState } from "./listState.ts";
import type { RowsSource } from "./rowsSource.ts";

interface TableExport<Row> {
  title: string;
  source: RowsSource<Row>;
  rowKey(row: Row): string;
  columns: readonly TableColumn<Row>[];
  layout: TableLayout | undefined;
  state: ListState;
}

/** Makes a file of all that the filters leave of a table, in the columns that nobody has hidden, asked for page by page. */
export const useTableExport = <Row>({ title, source, rowKey, columns, layout, state }: TableExport<Row>) => {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const toasts = useToasts();
  const { me } = useSession();
  return async (format: FileFormat): Promise<void> => {
    const shown = fileColumns(columns, layout ?? defaultLayout);
    let error: unknown;
    async function* batches() {
      // A row that was added meanwhile moves another one to the next page.
      const known = new Set<string>();
      for await (const page of source.pages(dispatch, state)) {
        if ("error" in page) {
          error = page.error;
          return;
        }
        const fresh = page.rows.filter((row) => !known.has(rowKey(row)));
        for (const row of fresh) known.add(rowKey(row));
        yield fresh.map((row) => shown.map((column) => column.number?.(row) ?? column.text(row)));
      }
    }
    const part = await loadPart(() => import("./tableBlob.ts")).catch((fault: unknown) => {
      toasts.error(intl.formatMessage({ id: partTroubleId(fault) }));
    });
    if (!part) return;
    const blob = await part.tableBlob({
      ...{ name: title, format, batches: batches() },
      columns: shown.map(({ label, width = defaultColumnWidth }) => ({ heading: label, width })),
      cut: (count) => intl.formatMessage({ id: "file.cut" }, { count }),
    });
    if (error !== undefined) toasts.refused(asRefusal(error));
    else if (!blob) toasts.warning(intl.formatMessage({ id: "code.nothingToExport" }));
    else saveFile(blob, `${title.replace(/[\\/:*?"<>|]/g, "_")} ${formatInstant(me.zone, serverNow()).slice(0, 10)}.${format}`);
  };
};
