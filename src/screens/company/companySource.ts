import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ChoiceSource, offered } from "#src/kit/form/finder.tsx";
import { companyCalls } from "#store/handles/session.ts";

/** The caller's organisations, found by a part of their name. */
export const companySource: ChoiceSource = {
  useFound(typed) {
    const { data, isFetching } = companyCalls.query.useQuery(typed === undefined ? skipToken : { name: typed, pageSize: offered });
    return { choices: (data?.list ?? []).map(({ id, name, parentName }) => ({ id, name, detail: parentName })), looking: isFetching };
  },
  useName(id) {
    const { data } = companyCalls.get.useQuery(id === "" ? skipToken : { id });
    return data?.name ?? "";
  },
};
