import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { limits } from "#contract/limits.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceTypeCalls } from "#store/handles/deviceType.ts";

/** Of a new device: chooses the organisation's default type once it is known, where nobody has chosen one. */
export const useDefaultType = (wanted: boolean): void => {
  const { me } = useSession();
  const { getValues, setValue } = useFormContext();
  const asked = wanted && isGranted(me.paths, deviceTypeCalls.query.call);
  const { data } = deviceTypeCalls.query.useQuery(asked ? { pageSize: limits.page.max } : skipToken);
  const chosen = data?.list.find(({ isDefault }) => isDefault)?.id;
  useEffect(() => {
    if (chosen !== undefined && getValues("typeId") === "") setValue("typeId", chosen);
  }, [chosen, getValues, setValue]);
};
