import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSelector } from "react-redux";
import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { DataTable } from "#src/kit/table/dataTable.tsx";
import { shownText } from "#src/kit/value/shownText.ts";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import type { State } from "#store/store.ts";
import { BulkBar } from "./bulkBar.tsx";
import { DraftNotice } from "./draftNotice.tsx";
import { withoutWrong, wrongFilters } from "./filterFaults.ts";
import type { ListDefaults } from "./listState.ts";
import { PageHead } from "./pageHead.tsx";
import { FailedRead, isUnanswered, NoPermission, UnreadRows } from "./pageStates.tsx";
import { draftName, type Editing, loadedFrom } from "./recordEditing.ts";
import "./screen.css";
import { SavedViews } from "./savedViews.tsx";
import type { ScreenDefinition, ScreenTools } from "./screenDefinition.ts";
import { StatusLine } from "./statusLine.tsx";
import { TableEmpty } from "./tableEmpty.tsx";
import { useActionKeys } from "./useActionKeys.ts";
import { isGranted, useAllowed, useOpens } from "./useAllowed.ts";
import { type BulkAction, useBulkActions } from "./useBulkActions.ts";
import { useListState } from "./useListState.ts";
import { usePickedRows } from "./usePickedRows.ts";
import { useRemoval } from "./useRemoval.ts";
import { useRowActions } from "./useRowActions.ts";
import { useSavedLayout } from "./useSavedLayout.ts";
import { useTableExport } from "./useTableExport.ts";
import { useTablePrint } from "./useTablePrint.ts";
import { useTools } from "./useTools.ts";
import { ViewChoice } from "./viewChoice.tsx";
import { WrongFilters } from "./wrongFilters.tsx";

const noRows: readonly never[] = [];

/** The form comes with the first record that is opened, not with the list. */
const RecordDrawer = lazyPart(async () => (await import("./recordDrawer.tsx")).RecordDrawer, { place: "over" });

export const listDefaults = <Row, S extends z.ZodObject>(definition: ScreenDefinition<Row, S>): ListDefaults => ({
  pageSize: definition.pageSize ?? limits.page.size,
  filters: [...(definition.search ? [definition.search] : []), ...(definition.filters ?? []).map((filter) => filter.id)],
  sortable: definition.columns.filter((column) => column.sortable !== false).map((column) => column.id),
  mostPerPage: limits.page.max,
  ...(definition.sort ? { sort: definition.sort } : {}),
});

/** A table page as LOOK has it: one line, the table, a status line. */
export function TablePage<Row, S extends z.ZodObject>({ definition }: { definition: ScreenDefinition<Row, S> }) {
  const { id, rows: source, rowKey, rowName, columns, form, address, leads, Above, other, beside } = definition;
  const intl = useIntl();
  const { me } = useSession();
  const allowed = useAllowed();
  const opens = useOpens();
  const density = useSelector((state: State) => state.display.density);
  const defaults = useMemo(() => listDefaults(definition), [definition]);
  const [asked, step] = useListState(defaults);
  const { search: shownBy } = useViewLocation();
  const setSearch = useSetSearch();
  const offersOther = other !== undefined && allowed(other.call);
  const showsOther = offersOther && shownBy.get("view") === other.id;
  const wrong = useMemo(() => wrongFilters(definition.filters ?? [], asked.filters), [definition.filters, asked.filters]);
  const state = useMemo(() => withoutWrong(asked, wrong), [asked, wrong]);
  const readable = isGranted(me.paths, source.call);
  const view = source.useRows(state, !readable);
  const rows: readonly Row[] = view.page?.rows ?? noRows;
  const total = view.page?.total ?? 0;
  const picked = usePickedRows(source, rows, rowKey, state);
  const { layout, onLayout } = useSavedLayout(definition.route);
  const [editing, setEditing] = useState<Editing<Row>>();
  const search = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLElement>(null);

  const answered = view.page?.pageNo;
  const unread = view.error !== undefined;
  useEffect(() => {
    if (!view.fetching && !unread && answered !== undefined && answered !== state.pageNo) step({ type: "page", pageNo: answered });
  }, [view.fetching, unread, answered, state.pageNo, step]);

  const base = useTools();
  const { refetch } = view;
  const tools = useMemo((): ScreenTools<Row> => {
    const given: ScreenTools<Row> = {
      ...base,
      refetch,
      edit(row) {
        if (!form?.load) setEditing({ kind: "edit", row });
        else void form.load(row, given).then((loaded) => loaded && setEditing({ kind: "edit", row, loaded }));
      },
    };
    return given;
  }, [base, refetch, form]);
  const canAdd = form?.add !== undefined && allowed(form.add.call);
  const canEdit = form?.edit !== undefined && allowed(form.edit.call);
  const removal = useRemoval(definition, tools);
  const actionsOf = useRowActions(definition, tools, async (row) => {
    if (await removal.one(row)) picked.forget(row);
  });

  const add = useCallback(() => setEditing({ kind: "add" }), []);
  const hotkeys = useMemo((): Hotkey[] => {
    const group = "screen.hotkey.group";
    const keys: Hotkey[] = [];
    if (definition.search) keys.push({ combo: "/", label: "screen.hotkey.search", group, run: () => search.current?.focus() });
    keys.push({
      combo: "t",
      label: "screen.hotkey.table",
      group,
      run: () => page.current?.querySelector<HTMLElement>("[role=grid]")?.focus(),
    });
    if (canAdd) keys.push({ combo: "n", label: "screen.hotkey.add", group, ...(editing ? {} : { run: add }) });
    return keys;
  }, [definition.search, canAdd, editing, add]);
  useHotkeys(hotkeys);

  const shownColumns = useMemo(
    () =>
      columns.map(({ text, render, file, sortable = true, ...column }) => ({
        ...column,
        sortable,
        label: intl.formatMessage({ id: `${id}.column.${column.id}` }),
        text: (row: Row) => text(row, intl),
        ...(file ? { file: file.map((part) => ({ ...part, label: intl.formatMessage({ id: `${id}.column.${part.id}` }) })) } : {}),
        ...(render ? { render: (row: Row) => render(row, intl) } : {}),
      })),
    [columns, id, intl],
  );

  const nameOf = useCallback((row: Row) => shownText(rowName(row, intl)), [rowName, intl]);
  const bulk = useBulkActions(definition, tools, removal);
  const runBulk = ({ id: action, run, all }: BulkAction<Row>) =>
    void picked.run(action, run, all && (() => all({ filters: state.filters, count: total })));
  useActionKeys({ definition, bulk, page, runBulk: picked.some && picked.busy === undefined ? runBulk : undefined });
  const title = intl.formatMessage({ id: `${id}.title` });
  const onExport = useTableExport({ title, source, rowKey, columns: shownColumns, layout, state });
  const { printed, print } = useTablePrint(source, state, total);

  const { moves } = definition;
  const movable =
    moves !== undefined && allowed(moves.write.call) && state.sort?.field === moves.field && state.sort.order === "asc" ? moves : undefined;
  const rowMoves = useMemo(
    () => movable && { place: movable.place, move: (row: Row, place: number) => void tools.send(movable.write, { row, place }) },
    [movable, tools],
  );

  const selectable = bulk.length > 0;
  const draftable = (name: string) => (canAdd && name === draftName(id)) || (canEdit && name.startsWith(draftName(id, "")));

  if (!readable) return <NoPermission />;
  const kept = view.page !== undefined && isUnanswered(view.error);
  const failed = unread && !kept && (!view.fetching || isUnanswered(view.error));
  const reload = async (row: Row) => {
    if (form?.load) return await form.load(row, tools);
    const found = (await refetch())?.rows.find((other) => rowKey(other) === rowKey(row));
    return form && found !== undefined ? loadedFrom(form, found) : undefined;
  };
  const edit = (row: Row) => {
    if (form?.editable?.(row) ?? true) tools.edit(row);
  };
  const open =
    address && (!leads || opens(leads.call, leads.view)) ? (row: Row) => tools.navigate(address(row)) : canEdit ? edit : undefined;

  return (
    <section ref={page} className="gh-page" aria-label={intl.formatMessage({ id: `${id}.title` })}>
      <PageHead
        definition={definition}
        state={state}
        chips={asked.filters}
        step={step}
        total={view.page ? total : undefined}
        searchRef={search}
        tools={tools}
        onAdd={canAdd ? add : undefined}
        onExport={onExport}
        onPrint={print}
        views={
          <>
            {offersOther && (
              <ViewChoice
                label={intl.formatMessage({ id: "screen.view" })}
                iconsAlone
                value={showsOther ? other.id : "table"}
                options={[
                  { id: "table", icon: "th", text: intl.formatMessage({ id: "screen.view.table" }) },
                  { id: other.id, icon: other.icon, text: intl.formatMessage({ id: `${id}.view.${other.id}` }) },
                ]}
                onChoose={(view) =>
                  setSearch((before) => {
                    const next = new URLSearchParams(before);
                    if (view === "table") next.delete("view");
                    else next.set("view", view);
                    return next;
                  })
                }
              />
            )}
            <SavedViews route={definition.route} state={state} defaults={defaults} />
          </>
        }
        bulkBar={
          picked.some && selectable ? (
            <BulkBar
              counts={picked.counts}
              scope={picked.scope}
              total={total}
              busy={picked.busy}
              actions={bulk.map((action) => ({
                ...action,
                takesAll: action.all !== undefined,
                label: intl.formatMessage({ id: `${id}.action.${action.id}` }),
                run: () => runBulk(action),
              }))}
              onScope={picked.setScope}
              onClear={picked.clear}
            />
          ) : undefined
        }
      />
      {form && (
        <DraftNotice
          key={editing ? "editing" : "list"}
          wanted={draftable}
          onContinue={(subject) =>
            setEditing(subject === undefined ? { kind: "add", restore: true } : { kind: "edit", row: subject as Row, restore: true })
          }
        />
      )}
      <WrongFilters
        screen={id}
        wrong={wrong}
        filters={asked.filters}
        onClear={() => {
          for (const spec of wrong) step({ type: "filter", id: spec.id, value: "" });
        }}
      />
      {Above && <Above rows={rows} state={state} />}
      {kept && <UnreadRows error={view.error} onRetry={() => void refetch()} />}
      <div className="gh-page-table">
        {showsOther ? (
          <other.View state={state} total={view.page ? total : undefined} />
        ) : failed ? (
          <FailedRead error={view.error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label={intl.formatMessage({ id: `${id}.title` })}
            columns={shownColumns}
            rows={rows}
            rowKey={rowKey}
            loading={view.fetching}
            sort={state.sort}
            onSort={(sort) => step({ type: "sort", sort })}
            density={density}
            onLayout={onLayout}
            {...(layout ? { layout } : {})}
            {...(printed ? { printed } : {})}
            {...(selectable ? { selection: picked.keys, onSelection: picked.onSelection } : {})}
            {...(open ? { onOpen: open } : {})}
            moves={rowMoves}
            {...(actionsOf ? { rowActions: actionsOf, rowName: nameOf } : {})}
            emptyState={
              <TableEmpty
                id={id}
                filters={state.filters}
                specs={definition.filters ?? []}
                onClear={() => step({ type: "clear" })}
                onAdd={canAdd ? add : undefined}
              />
            }
          />
        )}
      </div>
      {!showsOther && (
        <StatusLine
          pageNo={answered ?? state.pageNo}
          pageSize={view.page?.pageSize ?? state.pageSize}
          shown={rows.length}
          total={view.page ? total : undefined}
          onPage={(pageNo) => step({ type: "page", pageNo })}
          onPageSize={(pageSize) => step({ type: "pageSize", pageSize })}
        />
      )}
      {beside?.({
        rows,
        pageNo: view.fetching ? 0 : (answered ?? 0),
        pages: Math.max(1, Math.ceil(total / (view.page?.pageSize ?? state.pageSize))),
        turn: (pageNo) => step({ type: "page", pageNo }),
      })}
      {form && editing && (
        <RecordDrawer
          id={id}
          form={form}
          editing={editing}
          rowKey={rowKey}
          rowName={rowName}
          reload={reload}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  );
}
