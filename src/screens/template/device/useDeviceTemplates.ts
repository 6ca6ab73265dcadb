import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { DeviceTemplateRow } from "#contract/resources/deviceTemplate.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceTemplateCalls } from "#store/handles/deviceTemplate.ts";

const everything = { pageSize: limits.page.max };
const noRows: readonly never[] = [];

/** The device templates that the user sees; nothing while they are not known. */
export const useDeviceTemplates = (): readonly DeviceTemplateRow[] | undefined => {
  const { me } = useSession();
  const { query } = deviceTemplateCalls;
  const { data } = query.useQuery(isGranted(me.paths, query.call) ? everything : skipToken);
  return data?.list;
};

export const useDeviceTemplateChoices = (): readonly Option[] => {
  const rows = useDeviceTemplates() ?? noRows;
  return useMemo(() => rows.map(({ id, name }) => ({ value: id, label: name })), [rows]);
};
