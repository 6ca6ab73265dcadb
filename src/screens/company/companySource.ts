import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ChoiceSource, offered } from "#src/kit/form/choices.ts";
import type { FilterSpec } from "#src/kit/screen/screenDefinition.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { companyCalls } from "#store/handles/company.ts";

const { query_mini } = companyCalls;

/** Whether organisations can be found at all. */
export const useMayPickCompany = (): boolean => isGranted(useSession().me.paths, query_mini.call);

/** The caller's organisations, found by a part of their name. */
export const companySource: ChoiceSource = {
  useFound(typed) {
    const { data, error, isFetching } = query_mini.useQuery(typed === undefined ? skipToken : { name: typed, pageSize: offered });
    return {
      choices: (data?.list ?? []).map(({ id, name, parentName }) => ({ id, name, detail: parentName })),
      looking: isFetching,
      error,
    };
  },
  useName(id) {
    const granted = useMayPickCompany();
    const { currentData } = query_mini.useQuery(id === "" || !granted ? skipToken : { id });
    return currentData?.list[0]?.name ?? "";
  },
};

/** The filter of every list whose rows belong to organisations. */
export const companyFilter: FilterSpec<"companyId"> = {
  id: "companyId",
  label: "screen.filter.companyId",
  kind: "find",
  source: companySource,
  call: query_mini.call,
};
