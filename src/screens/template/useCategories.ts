import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { deviceDataRecipeBodyTypeCalls } from "#store/handles/deviceDataRecipeBodyType.ts";

/** Categories of data points, in their order and by their names in the reader's language. */
export const useCategories = (): readonly (Option & { value: string })[] => {
  const intl = useIntl();
  const { query } = deviceDataRecipeBodyTypeCalls;
  const { data } = query.useQuery(useAllowed()(query.call) ? { pageSize: limits.page.max } : skipToken);
  return useMemo(() => (data?.list ?? []).map(({ id, name, nameEn }) => ({ value: id, label: ownName(intl, name, nameEn) })), [data, intl]);
};
