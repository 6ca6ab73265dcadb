import { Button, Callout } from "@blueprintjs/core";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSelector } from "react-redux";
import { codes } from "#contract/codes.ts";
import { pointTable } from "#contract/pointTable.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { saveFile } from "#src/kit/file/saveFile.ts";
import { fieldFaultsOf } from "#src/kit/form/saveRefusal.ts";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import "#src/kit/screen/screen.css";
import "#src/kit/form/form.css";
import { useSavedLayout } from "#src/kit/screen/useSavedLayout.ts";
import { cellText, moveRow, type Rows, type SheetRow } from "#src/kit/sheet/sheetRows.ts";
import { useSheet } from "#src/kit/sheet/useSheet.ts";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import { MoveGrip } from "#src/kit/table/moveGrip.tsx";
import type { CellState } from "#src/kit/table/tableColumn.ts";
import { firstLayout } from "#src/kit/table/tableLayout.ts";
import { copyText, tsv } from "#src/kit/table/tableText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { pointsAddress } from "#src/screens/template/templateAddress.ts";
import { TemplateLine } from "#src/screens/template/templateLine.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import type { State } from "#store/store.ts";
import { CellNote } from "./cellNote.tsx";
import { ImportDrawer } from "./importDrawer.tsx";
import { offeredCells } from "./pointCells.ts";
import { type Base, changesOf, faultyCells, rebase, refusedCell, requestOf } from "./pointChanges.ts";
import { pointsJson, pointsXlsx } from "./pointFiles.ts";
import { SavePointsDrawer, type SaveTrouble } from "./savePointsDrawer.tsx";
import { SheetExport, SheetTools } from "./sheetTools.tsx";
import { openShownPoints, type RefusedCells, type ShownPoint } from "./shownPoints.ts";
import { useJudged } from "./useJudged.ts";
import { type LoadedPoints, newRow, rowsOf, usePointSheet } from "./usePointSheet.ts";
import { useSheetDraft } from "./useSheetDraft.ts";
import "./sheet.css";

/** What the server said of cells, as long as these rows stay. */
interface Refused {
  rows: Rows;
  cells: RefusedCells;
}

const rowKey = ({ key }: ShownPoint): string => key;

function Sheet({ recipeId, loaded, reload }: { recipeId: string; loaded: LoadedPoints; reload(): Promise<LoadedPoints | undefined> }) {
  const intl = useIntl();
  const language = languageOf(intl);
  const toasts = useToasts();
  const confirm = useConfirm();
  const intent = useButtonIntent();
  const { me } = useSession();
  const density = useSelector((state: State) => state.display.density);
  const host = useRef<HTMLElement>(null);
  const [base, setBase] = useState(loaded.base);
  const [open, setOpen] = useState<"save" | "import">();
  const [trouble, setTrouble] = useState<SaveTrouble>();
  const [refused, setRefused] = useState<Refused>();
  const [put, { isLoading: saving }] = deviceDataRecipeCalls.put_bodies.useMutation();
  const { data: recipe } = deviceDataRecipeCalls.get.useQuery({ id: recipeId });
  const say = useCallback(
    (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `pointSheet.${id}` }, values),
    [intl],
  );
  const sheet = useSheet(rowsOf(loaded.base), {
    make: newRow,
    copy(at) {
      const cells = rows.slice(at.top, at.bottom + 1).map((row) => at.columns.map((id) => cellText(row, id)));
      if (host.current) void copyText(tsv(cells), host.current);
    },
    onCut: (count) => toasts.warning(say("cut", { count })),
    onSave: () => askToSave(),
  });
  const { rows, begin } = sheet;

  const { judged, settle } = useJudged(loaded.names, rows);
  const changes = useMemo(() => changesOf(base, rows), [base, rows]);
  const faulty = useMemo(() => faultyCells(rows, judged, changes), [rows, judged, changes]);

  const unsaved = useRef<() => Record<string, unknown> | undefined>(() => undefined);
  const draft = useSheetDraft(`pointSheet:${recipeId}`, unsaved);
  const [kept, setKept] = useState(draft.read);
  useLayoutEffect(() => {
    unsaved.current = () => (changes.count === 0 ? undefined : { rows, base: [...base.values()] });
  });
  const restore = () => {
    const values = kept?.values as
      | { rows: SheetRow[]; base: { row: SheetRow; version: number; sort: number; place: number }[] }
      | undefined;
    setKept(undefined);
    draft.forget();
    if (!values) return;
    const before: Base = new Map(values.base.map((point) => [point.row.key, point]));
    const typed = values.rows.map((row) => (before.has(row.key) ? row : newRow(row.cells)));
    sheet.edit(() => rebase(before, typed, base, newRow));
  };

  const [showPoints] = useState(openShownPoints);
  const refusedCells = refused?.rows === rows ? refused.cells : undefined;
  const points = useMemo(() => showPoints({ rows, judged, base, refused: refusedCells }), [showPoints, rows, judged, base, refusedCells]);
  const faultText = useCallback(
    ({ faults, refused: said }: ShownPoint, column: string): string | undefined => {
      const fault = faults.get(column as never);
      return fault ? intl.formatMessage({ id: fault.message }, fault.values) : said?.get(column);
    },
    [intl],
  );
  const columns = useMemo(() => {
    const place: Column<ShownPoint> = {
      ...{ id: "place", label: intl.formatMessage({ id: "dataPoint.field.place" }), width: 64, align: "end" },
      text: (point) => String(point.place),
      render: (point) => <MoveGrip place={point.place} />,
    };
    return [
      place,
      ...pointTable.map(
        (column): Column<ShownPoint> => ({
          ...{ id: column.id, label: column.headings[language], width: column.width, mono: column.mono ?? false },
          align: column.cell.kind === "number" ? "end" : "start",
          text: ({ row }) => cellText(row, column.id),
          edit: {
            ...{ steps: true, choices: offeredCells(column, language, loaded.names) },
            value: ({ row }) => cellText(row, column.id),
            commit: ({ key }, text) => sheet.write(key, column.id, text),
          },
        }),
      ),
    ];
  }, [intl, language, loaded.names, sheet.write]);
  const cellState = useCallback(
    (point: ShownPoint, column: string): CellState | undefined => {
      const note = faultText(point, column);
      if (note !== undefined) return { kind: "faulty", note };
      const { row, before } = point;
      const same = column === "place" || (before && (before === row || cellText(before, column) === cellText(row, column)));
      return same ? undefined : { kind: "changed" };
    },
    [faultText],
  );
  const { layout, onLayout } = useSavedLayout("/template/sheet");
  const firstShown = useMemo(() => ({ ...firstLayout(columns), pinned: 2 }), [columns]);
  const moves = useMemo(
    () => ({
      place: ({ place }: ShownPoint) => place,
      move: ({ key }: ShownPoint, to: number) =>
        sheet.edit((before) =>
          moveRow(
            before,
            before.findIndex((row) => row.key === key),
            to - 1,
          ),
        ),
    }),
    [sheet.edit],
  );

  const begun = async () => {
    const now = await reload();
    if (!now) return;
    setBase(now.base);
    begin(rowsOf(now.base));
  };
  const askToSave = () => {
    if (changes.count === 0) return;
    const count = faultyCells(rows, settle(), changes).length;
    if (count > 0) return toasts.warning(say("faulty", { count }));
    setTrouble(undefined);
    setOpen("save");
  };
  const save = async () => {
    const { request, ...keys } = requestOf(recipeId, base, rows, settle());
    const { data, error } = await put(request);
    if (data) {
      setOpen(undefined);
      draft.forget();
      toasts.success("pointSheet.saved", data);
      return await begun();
    }
    const refusal = asRefusal(error);
    const faults = fieldFaultsOf(refusal);
    const cells = new Map<string, Map<string, string>>();
    for (const { path, message } of faults) {
      const cell = refusedCell(path, keys);
      if (cell) cells.set(cell.key, (cells.get(cell.key) ?? new Map()).set(cell.column, message));
    }
    setRefused({ rows, cells });
    const text = faults[0]?.message ?? refusalText(refusal, intl)?.text ?? refusal.message;
    setTrouble({ text: conflictText(refusal, text), conflict: refusal.code === codes.versionConflict.code });
  };
  const conflictText = ({ code, data }: { code: unknown; data: unknown }, text: string): string => {
    if (code !== codes.versionConflict.code) return text;
    const said = data as { by?: string; at?: string } | null;
    return said?.at ? intl.formatMessage({ id: "code.versionConflict" }, { by: said.by ?? "", at: formatInstant(me.zone, said.at) }) : text;
  };
  const takeOver = async () => {
    const now = await reload();
    if (!now) return;
    sheet.edit((before) => rebase(base, before, now.base, newRow));
    setBase(now.base);
    setOpen(undefined);
    toasts.success("pointSheet.rebased");
  };
  const discard = async () => {
    const question = { kind: "danger", question: intl.formatMessage({ id: "form.leave.question" }), action: say("discard") } as const;
    if (await confirm(question)) sheet.edit(() => rowsOf(base));
  };
  const nextFault = () => {
    const from = sheet.area.now()?.bottom ?? -1;
    const next = faulty.find(({ at }) => at > from) ?? faulty[0];
    if (next) setShown({ ...next });
  };
  const [shown, setShown] = useState<{ at: number; column: string }>();
  const exportAs = async (format: "xlsx" | "json") => {
    const name = recipe?.name ?? say("title");
    const blob = format === "xlsx" ? await pointsXlsx(rows, name, language) : pointsJson(rows, settle(), loaded.names);
    if (blob) saveFile(blob, `${name}.${format}`);
  };

  return (
    <section ref={host} className="gh-page" aria-label={say("title")}>
      <header className="gh-page-head">
        <h1 className="gh-page-title">
          {say("title")}
          <span className="gh-page-count">{intl.formatNumber(rows.length)}</span>
        </h1>
        <SheetTools sheet={sheet} faulty={faulty.length} onNextFault={nextFault} />
        <div className="gh-page-actions">
          <Button icon="import" text={say("import.title")} onClick={() => setOpen("import")} />
          <SheetExport disabled={rows.length === 0} onExport={(format) => void exportAs(format)} />
          <Button disabled={changes.count === 0} text={say("discard")} onClick={() => void discard()} />
          <Button intent={intent} disabled={changes.count === 0} text={say("saveAll", { count: changes.count })} onClick={askToSave} />
        </div>
      </header>
      <TemplateLine links={[{ icon: "list", text: "registers.points", to: pointsAddress(recipeId) }]} />
      {kept && (
        <Callout compact intent="primary" icon="history" className="gh-form-draft">
          <span>{intl.formatMessage({ id: "form.draft.found" }, { at: formatInstant(me.zone, kept.at) })}</span>
          <Button size="small" variant="minimal" text={intl.formatMessage({ id: "form.draft.restore" })} onClick={restore} />
          <Button
            size="small"
            variant="minimal"
            text={intl.formatMessage({ id: "form.draft.discard" })}
            onClick={() => {
              draft.forget();
              setKept(undefined);
            }}
          />
        </Callout>
      )}
      <div className="gh-page-table">
        <DataTable
          label={say("title")}
          columns={columns}
          rows={points}
          rowKey={rowKey}
          density={density}
          sheet={sheet.hooks}
          moves={moves}
          cellState={cellState}
          layout={layout ?? firstShown}
          onLayout={onLayout}
          shown={shown}
          emptyState={
            <>
              <p>{say("empty")}</p>
              <Button icon="plus" text={say("tool.insert")} onClick={() => sheet.edit((before) => [...before, newRow()])} />
            </>
          }
        />
      </div>
      <footer className="gh-status">
        <CellNote sheet={sheet} rows={points} noteOf={faultText} keys={say("keys")} />
      </footer>
      {open === "save" && (
        <SavePointsDrawer
          {...{ recipeId, changes, saving, trouble }}
          onSave={() => void save()}
          onRebase={() => void takeOver()}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === "import" && (
        <ImportDrawer
          {...{ rows, base, cellsOf: loaded.cellsOf }}
          onTaken={(next) => {
            sheet.edit(() => next);
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

/** The data points of one template, edited as a spreadsheet is and saved together. */
export function PointSheetScreen() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const allowed = useAllowed();
  const recipeId = useViewLocation().search.get("id") ?? "";
  const language = languageOf(intl);
  const { loaded, error, load } = usePointSheet(recipeId);
  useEffect(() => {
    if (recipeId !== "") void load();
  }, [recipeId, load]);
  if (!allowed(deviceDataRecipeCalls.put_bodies.call)) return <NoPermission />;
  if (recipeId === "")
    return (
      <PageState whole icon="search" text={intl.formatMessage({ id: "dataPoints.noTemplate" })}>
        <Button text={intl.formatMessage({ id: "dataPoints.templates" })} onClick={() => navigate("/template/list")} />
      </PageState>
    );
  if (loaded?.language === language) return <Sheet key={`${recipeId} ${language}`} recipeId={recipeId} loaded={loaded} reload={load} />;
  if (error !== undefined) return <FailedRead error={error} onRetry={() => void load()} />;
  return <PageState icon="time" text={intl.formatMessage({ id: "dataPoint.loading" })} />;
}
