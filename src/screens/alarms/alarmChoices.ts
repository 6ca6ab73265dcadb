import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { useTypeOptions } from "#src/screens/devices/deviceTypeOptions.ts";
import { alarmGroupCalls } from "#store/handles/alarmGroup.ts";
import { alarmTypeCalls } from "#store/handles/alarmType.ts";

/** The types and the group that a rule has: they stay choices where they are offered no more. */
export interface HeldNames {
  readonly alarmTypeId: string | null;
  readonly alarmTypeName: string;
  readonly alarmTypeNameEn: string;
  readonly alarmGroupId?: string | null;
  readonly alarmGroupName?: string;
  readonly escalation?: readonly { readonly alarmGroupId: string; readonly alarmGroupName: string }[];
  readonly deviceTypeId?: string | null;
  readonly deviceTypeName?: string;
  readonly deviceTypeNameEn?: string;
}

const everything = { pageSize: limits.page.max };

/** Alarm types that the user sees, by their names in the reader's language. */
export const useAlarmTypes = (): readonly Option[] => {
  const intl = useIntl();
  const { query } = alarmTypeCalls;
  const { data } = query.useQuery(useAllowed()(query.call) ? everything : skipToken);
  return useMemo(() => (data?.list ?? []).map(({ id, name, nameEn }) => ({ value: id, label: ownName(intl, name, nameEn) })), [data, intl]);
};

const useAlarmGroups = (): readonly Option[] => {
  const { query } = alarmGroupCalls;
  const { data } = query.useQuery(useAllowed()(query.call) ? everything : skipToken);
  return useMemo(() => (data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })), [data]);
};

/** The choice of none first, then those that are offered, with the one that is held. */
const withHeld = (none: string, offered: readonly Option[], id: string | null, label: string): readonly Option[] => [
  { value: null, label: none },
  ...(id === null || offered.some(({ value }) => value === id) ? [] : [{ value: id, label }]),
  ...offered,
];

export const useAlarmTypeOptions = (held?: HeldNames): readonly Option[] => {
  const intl = useIntl();
  const label = held ? ownName(intl, held.alarmTypeName, held.alarmTypeNameEn) : "";
  return withHeld(intl.formatMessage({ id: "alarmRule.noType" }), useAlarmTypes(), held?.alarmTypeId ?? null, label);
};

export const useAlarmGroupOptions = (held?: HeldNames): readonly Option[] => {
  const intl = useIntl();
  const none = intl.formatMessage({ id: "alarmRule.noGroup" });
  const first = withHeld(none, useAlarmGroups(), held?.alarmGroupId ?? null, held?.alarmGroupName ?? "");
  const left = (held?.escalation ?? []).filter(({ alarmGroupId }) => !first.some(({ value }) => value === alarmGroupId));
  return [...first, ...new Map(left.map((step) => [step.alarmGroupId, { value: step.alarmGroupId, label: step.alarmGroupName }])).values()];
};

/** Every type first. */
export const useDeviceTypeOptions = (held?: HeldNames): readonly Option[] => {
  const intl = useIntl();
  const label = ownName(intl, held?.deviceTypeName ?? "", held?.deviceTypeNameEn ?? "");
  return withHeld(intl.formatMessage({ id: "alarmRule.everyType" }), useTypeOptions(), held?.deviceTypeId ?? null, label);
};
