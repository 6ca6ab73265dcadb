import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { PanelRow } from "#contract/resources/deviceTemplateUi.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceTemplateUiCalls } from "#store/handles/deviceTemplateUi.ts";

const everything = { pageSize: limits.page.max, sortField: "name" } as const;
const noRows: readonly never[] = [];

/** The panels that the user sees; nothing while they are not known. */
export const usePanels = (): readonly PanelRow[] | undefined => {
  const { me } = useSession();
  const { query } = deviceTemplateUiCalls;
  return query.useQuery(isGranted(me.paths, query.call) ? everything : skipToken).data?.list;
};

const optionsOf = (rows: readonly PanelRow[]): Option[] => rows.map(({ id, name }) => ({ value: id, label: name }));

export const usePanelChoices = (): readonly Option[] => {
  const rows = usePanels() ?? noRows;
  return useMemo(() => optionsOf(rows), [rows]);
};

/** Those that the user may change. */
export const useOwnPanelChoices = (): readonly Option[] => {
  const rows = usePanels() ?? noRows;
  return useMemo(() => optionsOf(rows.filter(({ changeable }) => changeable)), [rows]);
};
