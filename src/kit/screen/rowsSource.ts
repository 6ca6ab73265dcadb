import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { type SkipToken, skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useMemo } from "react";
import type { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { decodeFields } from "#contract/kit/wire.ts";
import { limits } from "#contract/limits.ts";
import type { Outcome } from "#src/kit/form/useRecordForm.ts";
import type { Dispatch, State } from "#store/store.ts";
import type { ListState } from "./listState.ts";

export interface RowsPage<Row> {
  rows: readonly Row[];
  total: number;
  /** The page that was answered: one past the end is the last. */
  pageNo: number;
  pageSize: number;
}

export interface RowsView<Row> {
  page: RowsPage<Row> | undefined;
  fetching: boolean;
  error: unknown;
  refetch(): Promise<RowsPage<Row> | undefined>;
}

/** Where a list's rows come from, and what its call is asked by. */
export interface RowsSource<Row, Query = unknown> {
  readonly call: Call;
  toRequest(state: ListState): Query;
  useRows(state: ListState, skip: boolean): RowsView<Row>;
  /** Every row that matches, page by page; the last one is an error where a page could not be had. */
  pages(dispatch: Dispatch, state: ListState): AsyncGenerator<{ rows: readonly Row[] } | { error: unknown }>;
  /** Every row that matches, up to the most that one action may cover. */
  collect(dispatch: Dispatch, state: ListState): Promise<{ rows: readonly Row[] } | { error: unknown }>;
}

type Sent = ThunkAction<PromiseLike<{ data?: unknown; error?: unknown }>, State, unknown, UnknownAction>;

/** A read handle of the store, as far as a list or a form needs it. */
export interface ReadOf<Arg, Answer> {
  readonly call: Call;
  useQuery(
    arg: Arg | SkipToken,
    options?: { refetchOnMountOrArgChange?: boolean },
  ): {
    data?: Answer | undefined;
    isFetching: boolean;
    /** When the data came. */
    fulfilledTimeStamp?: number | undefined;
    error?: unknown;
    refetch(): PromiseLike<{ data?: Answer | undefined }>;
  };
  initiate(
    arg: Arg,
    options?: { subscribe?: boolean; forceRefetch?: boolean },
  ): ThunkAction<PromiseLike<{ data?: Answer | undefined; error?: unknown }>, State, unknown, UnknownAction>;
}

interface Adapter<Arg, Answer, Row, Filter> {
  /** Filters that no field of the request is named after. */
  filters?: readonly Filter[];
  toRequest(state: ListState<SortFieldOf<Arg>>): Arg;
  fromAnswer(answer: Answer, state: ListState): RowsPage<Row>;
}

/** Rows of a list call with a shape of its own. */
export const rowsFrom = <Arg extends object, Answer, Row, const Filter extends string = never>(
  handle: ReadOf<Arg, Answer>,
  { toRequest: asked, fromAnswer }: Adapter<Arg, Answer, Row, Filter>,
): RowsSource<Row, Arg & { readonly [Name in Filter]?: string }> => {
  // A list is sorted by its sortable columns alone, and these are fields that the call can be sorted by.
  const toRequest = (state: ListState): Arg => asked(state as ListState<SortFieldOf<Arg>>);
  return {
    call: handle.call,
    toRequest,
    useRows(state, skip) {
      const { data, isFetching, error, refetch } = handle.useQuery(skip ? skipToken : toRequest(state), {
        refetchOnMountOrArgChange: true,
      });
      const page = useMemo(() => (data === undefined ? undefined : fromAnswer(data, state)), [data, state, fromAnswer]);
      const again = useCallback(async () => {
        const answer = await refetch();
        return answer.data === undefined ? undefined : fromAnswer(answer.data, state);
      }, [refetch, state, fromAnswer]);
      return { page, fetching: isFetching, error, refetch: again };
    },
    async *pages(dispatch, state) {
      const pageSize = limits.page.max;
      for (let pageNo = 1; ; pageNo += 1) {
        const asked = { ...state, pageNo, pageSize };
        const { data, error } = await dispatch(handle.initiate(toRequest(asked), { subscribe: false, forceRefetch: true }));
        if (data === undefined) {
          yield { error };
          return;
        }
        const page = fromAnswer(data, asked);
        yield { rows: page.rows };
        if (page.rows.length === 0 || pageNo * pageSize >= page.total) return;
      }
    },
    async collect(dispatch, state) {
      const rows: Row[] = [];
      for await (const page of this.pages(dispatch, state)) {
        if ("error" in page) return page;
        rows.push(...page.rows);
        if (rows.length >= limits.bulk) break;
      }
      return { rows: rows.slice(0, limits.bulk) };
    },
  };
};

/** Filters of an address as the call's request types them; one that does not fit is as if it were not set. */
export const typedFilters = (request: z.ZodType, filters: Readonly<Record<string, string>>): Record<string, unknown> => {
  const decoded = decodeFields(request, filters);
  const faulty = new Set(request.safeParse(decoded).error?.issues.map((issue) => String(issue.path[0])));
  return Object.fromEntries(Object.entries(decoded).filter(([name]) => !faulty.has(name)));
};

interface StandardRequest {
  pageNo?: number | undefined;
  pageSize?: number | undefined;
  sortField?: string | undefined;
  sortOrder?: "asc" | "desc" | undefined;
}

/** Rows of a list call that takes `pageFields` and answers `list`, `total`, `pageNo`, `pageSize`. */
export const listRows = <Arg extends StandardRequest, Row>(handle: ReadOf<Arg, ListOf<Row>>): RowsSource<Row, Arg> =>
  rowsFrom(handle, {
    toRequest: ({ pageNo, pageSize, sort, filters }) =>
      ({
        ...typedFilters(handle.call.request, filters),
        pageNo,
        pageSize,
        sortField: sort?.field,
        sortOrder: sort?.order,
      }) as Arg,
    fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
  });

/** A write that a screen makes: what it is called with, and how that becomes the call's request. */
export interface Write<In> {
  readonly call: Call;
  send(dispatch: Dispatch, input: In): Promise<Outcome>;
}

export const writes = <Arg, In>(handle: { readonly call: Call; initiate(arg: Arg): Sent }, toRequest: (input: In) => Arg): Write<In> => ({
  call: handle.call,
  send: async (dispatch, input) => await dispatch(handle.initiate(toRequest(input))),
});

/** Sends a write that takes one record for each of many, one after the other, up to the first refusal. */
export const writesEach = <Row>(one: Write<Row>): Write<readonly Row[]> => ({
  call: one.call,
  async send(dispatch, rows) {
    let outcome: Outcome = {};
    for (const row of rows) {
      outcome = await one.send(dispatch, row);
      if (outcome.error !== undefined) break;
    }
    return outcome;
  },
});

interface Versioned {
  id: string;
  version: number;
}

/** Saves a record over the version that was opened. */
export const savesOver = <Arg extends Versioned>(handle: {
  readonly call: Call;
  initiate(arg: Arg): Sent;
}): Write<{ values: Omit<Arg, keyof Versioned>; row: Versioned; version: number | undefined }> =>
  writes(handle, ({ values, row, version }) => ({ ...values, id: row.id, version: version ?? row.version }) as Arg);

/** Removes one record, or many, by their ids. */
export const removesByIds = <Row extends { id: string }>(handle: {
  readonly call: Call;
  initiate(arg: { ids: string[] }): Sent;
}): { one: Write<Row>; many: Write<readonly Row[]> } => ({
  one: writes(handle, (row: Row) => ({ ids: [row.id] })),
  many: writes(handle, (rows: readonly Row[]) => ({ ids: rows.map((row) => row.id) })),
});
