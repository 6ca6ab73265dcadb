import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { FileFormat } from "#contract/fileFormat.ts";
import type { Cell } from "#contract/kit/csv.ts";
import { localTime } from "#contract/kit/localTime.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { saveFile } from "#src/kit/file/saveFile.ts";
import { loadPart, partTroubleId } from "#src/kit/part/loadPart.ts";
import type { FilePart, TableColumn } from "#src/kit/table/tableColumn.ts";
import { defaultColumnWidth, defaultLayout, fileColumns, type TableLayout } from "#src/kit/table/tableLayout.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";
import type { Dispatch } from "#store/store.ts";
import type { ListState } from "./listState.ts";
import type { RowsSource } from "./rowsSource.ts";

/** px of a time with its offset. */
const timeWidth = 190;

interface TableExport<Row> {
  title: string;
  source: RowsSource<Row>;
  rowKey(row: Row): string;
  columns: readonly TableColumn<Row>[];
  layout: TableLayout | undefined;
  state: ListState;
}

interface FileColumn<Row> extends FilePart<Row> {
  heading: string;
  width: number;
}

/** What stands for nothing on the screen is an empty cell. */
const isNothing = (text: string): boolean => text === "" || text === "–";

const partsOf = <Row>(column: TableColumn<Row>, writeTime: (ts: number) => string): readonly FileColumn<Row>[] => {
  const { id, label, width = defaultColumnWidth, text, number, instant, file } = column;
  if (file) return file.map((part) => ({ ...part, heading: part.label, width }));
  const cell = (row: Row): Cell => {
    const at = instant?.(row);
    if (at) return writeTime(Date.parse(at));
    const shown = number?.(row) ?? text(row);
    return typeof shown === "string" && isNothing(shown) ? null : shown;
  };
  return [{ id, heading: label, width: instant ? timeWidth : width, cell }];
};

/** Makes a file of all that the filters leave of a table, in the columns that nobody has hidden, asked for page by page. */
export const useTableExport = <Row>({ title, source, rowKey, columns, layout, state }: TableExport<Row>) => {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const toasts = useToasts();
  const { me } = useSession();
  return async (format: FileFormat): Promise<void> => {
    const writeTime = localTime(me.zone);
    const parts = fileColumns(columns, layout ?? defaultLayout).flatMap((column) => partsOf(column, writeTime));
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
        yield fresh.map((row) => parts.map(({ cell }) => cell(row)));
      }
    }
    const maker = await loadPart(() => import("./tableBlob.ts")).catch((fault: unknown) => {
      toasts.error(intl.formatMessage({ id: partTroubleId(fault) }));
    });
    if (!maker) return;
    const blob = await maker.tableBlob({
      ...{ name: title, format, batches: batches() },
      columns: parts,
      cut: (count) => intl.formatMessage({ id: "file.cut" }, { count }),
    });
    if (error !== undefined) toasts.refused(asRefusal(error));
    else if (!blob) toasts.warning(intl.formatMessage({ id: "code.nothingToExport" }));
    else saveFile(blob, `${title.replace(/[\\/:*?"<>|]/g, "_")} ${formatInstant(me.zone, serverNow()).slice(0, 10)}.${format}`);
  };
};
