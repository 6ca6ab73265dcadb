import type { ListState } from "./listState.ts";
import type { FilterSpec } from "./screenDefinition.ts";

const isDate = (text: string): boolean => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
};

const longestText = 200;

const fits = ({ kind, values, useOptions }: FilterSpec, value: string): boolean => {
  switch (kind) {
    case "select":
      return useOptions !== undefined || (values ?? []).some((one) => String(one) === value);
    case "boolean":
      return value === "true" || value === "false";
    case "date":
      return isDate(value);
    default:
      return value.length <= longestText;
  }
};

/** Filters of an address whose value none of their kind can have: the list is shown without them. */
export const wrongFilters = (specs: readonly FilterSpec[], filters: ListState["filters"]): FilterSpec[] =>
  specs.filter((spec) => {
    const value = filters[spec.id];
    return value !== undefined && !fits(spec, value);
  });

/** The list as its address asks for it, without those filters. */
export const withoutWrong = (state: ListState, wrong: readonly FilterSpec[]): ListState =>
  wrong.length === 0
    ? state
    : { ...state, filters: Object.fromEntries(Object.entries(state.filters).filter(([id]) => !wrong.some((spec) => spec.id === id))) };
