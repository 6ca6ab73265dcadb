import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceRecipePictureCalls } from "#store/handles/deviceRecipePicture.ts";

/** Icon groups to choose one from, the choice of none first. */
export const useIconGroups = (none: string): readonly Option[] => {
  const { me } = useSession();
  const { data } = deviceRecipePictureCalls.query.useQuery(
    isGranted(me.paths, deviceRecipePictureCalls.query.call) ? { pageSize: limits.page.max } : skipToken,
  );
  return useMemo(
    () => [{ value: null, label: none }, ...(data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))],
    [data, none],
  );
};
