import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { transmissions } from "#contract/resources/deviceModel.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceModelCalls } from "#store/handles/deviceModel.ts";

const everything = { pageSize: limits.page.max };
const noRows: readonly never[] = [];

/** Models that the user sees. */
export const useModelChoices = (): readonly Option[] => {
  const { me } = useSession();
  const { data } = deviceModelCalls.query.useQuery(isGranted(me.paths, deviceModelCalls.query.call) ? everything : skipToken);
  const rows = data?.list ?? noRows;
  return useMemo(() => rows.map(({ id, name, modelId }) => ({ value: id, label: modelId ? `${name} (${modelId})` : name })), [rows]);
};

/** The ways in which gateways talk to the server. */
export const useTransmissionOptions = (): readonly Option[] => {
  const intl = useIntl();
  return transmissions.map((value) => ({ value, label: intl.formatMessage({ id: `devices.transmission.${value}` }) }));
};
