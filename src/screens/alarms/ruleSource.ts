import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ChoiceSource, offered } from "#src/kit/form/choices.ts";
import { alarmTriggerCalls } from "#store/handles/alarmTrigger.ts";

/** Alarm rules, found by a part of their names. */
export const ruleSource: ChoiceSource = {
  useFound(typed) {
    const { data, error, isFetching } = alarmTriggerCalls.query.useQuery(
      typed === undefined ? skipToken : { name: typed, pageSize: offered },
    );
    const choices = (data?.list ?? []).map(({ id, name, companyName }) => ({ id, name, detail: companyName }));
    return { choices, looking: isFetching, error };
  },
  useName: (id) => alarmTriggerCalls.get.useQuery(id === "" ? skipToken : { id }).currentData?.name ?? "",
};
