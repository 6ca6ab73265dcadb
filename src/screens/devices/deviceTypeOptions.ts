import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceTypeCalls } from "#store/handles/deviceType.ts";

const everything = { pageSize: limits.page.max };
const noRows: readonly never[] = [];

/** Device types that the user sees. */
export const useTypeOptions = (): readonly Option[] => {
  const { me } = useSession();
  const { locale } = useIntl();
  const { data } = deviceTypeCalls.query.useQuery(isGranted(me.paths, deviceTypeCalls.query.call) ? everything : skipToken);
  const rows = data?.list ?? noRows;
  return useMemo(() => rows.map(({ id, name, nameEn }) => ({ value: id, label: ownName({ locale }, name, nameEn) })), [rows, locale]);
};
