import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceUnitTypeCalls } from "#store/handles/deviceUnitType.ts";

/** The data units that a point may be given, each symbol once; none for those who may not read them. */
export const useOfferedUnits = (): readonly Option[] => {
  const { me } = useSession();
  const { data } = deviceUnitTypeCalls.query.useQuery(
    isGranted(me.paths, deviceUnitTypeCalls.query.call) ? { pageSize: limits.page.max } : skipToken,
  );
  return useMemo(() => {
    const names = new Map<string, string[]>();
    for (const { symbol, name, category } of data?.list ?? []) {
      const called = category === "" ? name : `${category} · ${name}`;
      names.set(symbol, [...(names.get(symbol) ?? []), called]);
    }
    return [...names].map(([value, called]) => ({ value, label: called.join(" / ") }));
  }, [data]);
};
