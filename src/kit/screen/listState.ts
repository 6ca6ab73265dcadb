/** What a list shows, as its address says it. */
export interface ListState<Sort extends string = string> {
  pageNo: number;
  pageSize: number;
  sort: { field: Sort; order: "asc" | "desc" } | undefined;
  /** Filters that are set, by id; every value is text. */
  filters: Readonly<Record<string, string>>;
}

export interface ListDefaults {
  pageSize: number;
  /** Ids of the filters that the list knows; others of the address are left alone. */
  filters: readonly string[];
  /** Columns that may be sorted. */
  sortable: readonly string[];
  sort?: ListState["sort"];
  mostPerPage: number;
}

export type ListStep =
  | { type: "filter"; id: string; value: string }
  | { type: "clear" }
  | { type: "sort"; sort: ListState["sort"] }
  | { type: "page"; pageNo: number }
  | { type: "pageSize"; pageSize: number };

const keys = { page: "page", size: "size", sort: "sort" };

const whole = (text: string | null, least: number, most: number): number | undefined => {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= most ? number : undefined;
};

const sortOf = (text: string | null, { sortable, sort }: ListDefaults): ListState["sort"] => {
  if (text === null) return sort;
  const [, field, order] = /^(.+)\.(asc|desc)$/.exec(text) ?? [];
  if (field === undefined || !sortable.includes(field)) return undefined;
  return { field, order: order === "desc" ? "desc" : "asc" };
};

/** The list that an address asks for; what it says wrongly is as if it were not said. */
export const readListState = (search: URLSearchParams, defaults: ListDefaults): ListState => {
  const filters: Record<string, string> = {};
  for (const id of defaults.filters) {
    const value = search.get(id)?.trim();
    if (value) filters[id] = value;
  }
  return {
    pageNo: whole(search.get(keys.page), 1, 999_999_999) ?? 1,
    pageSize: whole(search.get(keys.size), 1, defaults.mostPerPage) ?? defaults.pageSize,
    sort: sortOf(search.get(keys.sort), defaults),
    filters,
  };
};

/** The address that asks for the list: what is as by default is left out, what is not the list's stays. */
export const writeListState = (before: URLSearchParams, state: ListState, defaults: ListDefaults): URLSearchParams => {
  const search = new URLSearchParams(before);
  const put = (key: string, value: string | undefined) => (value === undefined ? search.delete(key) : search.set(key, value));
  for (const id of defaults.filters) put(id, state.filters[id]?.trim() || undefined);
  const { sort } = state;
  const asByDefault = sort?.field === defaults.sort?.field && sort?.order === defaults.sort?.order;
  put(keys.sort, asByDefault ? undefined : sort ? `${sort.field}.${sort.order}` : "none");
  put(keys.size, state.pageSize === defaults.pageSize ? undefined : String(state.pageSize));
  put(keys.page, state.pageNo === 1 ? undefined : String(state.pageNo));
  return search;
};

/** Another filter or order starts at the first page; another page size keeps the first shown row in view. */
export const listReducer = (state: ListState, step: ListStep): ListState => {
  switch (step.type) {
    case "filter": {
      const { [step.id]: _before, ...others } = state.filters;
      const value = step.value.trim();
      return { ...state, pageNo: 1, filters: value === "" ? others : { ...others, [step.id]: value } };
    }
    case "clear":
      return { ...state, pageNo: 1, filters: {} };
    case "sort":
      return { ...state, pageNo: 1, sort: step.sort };
    case "page":
      return { ...state, pageNo: Math.max(1, step.pageNo) };
    case "pageSize": {
      const firstShown = (state.pageNo - 1) * state.pageSize;
      return { ...state, pageSize: step.pageSize, pageNo: Math.floor(firstShown / step.pageSize) + 1 };
    }
  }
};
