import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ChoiceSource, offered } from "#src/kit/form/choices.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { deviceGroupCalls } from "#store/handles/deviceGroup.ts";

/** Groups of who looks, found by a part of their name. */
export const ownGroups: ChoiceSource = {
  useFound(typed) {
    const { data, error, isFetching } = deviceGroupCalls.query.useQuery(
      typed === undefined ? skipToken : { search: typed, pageSize: offered },
      { refetchOnMountOrArgChange: true },
    );
    return { choices: (data?.list ?? []).map(({ id, name }) => ({ id, name })), looking: isFetching, error };
  },
  useName(id) {
    const granted = isGranted(useSession().me.paths, deviceGroupCalls.get.call);
    return deviceGroupCalls.get.useQuery(id === "" || !granted ? skipToken : { id }).currentData?.name ?? "";
  },
};

/** Groups of organisations, found by a part of their name. */
export const companyGroups: ChoiceSource = {
  useFound(typed) {
    const { data, error, isFetching } = deviceCompanyGroupCalls.query.useQuery(
      typed === undefined ? skipToken : { search: typed, pageSize: offered },
      { refetchOnMountOrArgChange: true },
    );
    const choices = (data?.list ?? []).map(({ id, name, companyName }) => ({ id, name, detail: companyName }));
    return { choices, looking: isFetching, error };
  },
  useName(id) {
    const granted = isGranted(useSession().me.paths, deviceCompanyGroupCalls.get.call);
    return deviceCompanyGroupCalls.get.useQuery(id === "" || !granted ? skipToken : { id }).currentData?.name ?? "";
  },
};
