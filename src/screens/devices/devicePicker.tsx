import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { type ChoiceSource, offered } from "#src/kit/form/choices.ts";
import { Finder } from "#src/kit/form/finder.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import "./history.css";

export interface PickedDevice {
  id: string;
  name: string;
  sn: string;
}

interface DevicePickerProps {
  /** What is chosen now, as it is called; empty for nothing. */
  shown: string;
  faulty: boolean;
  /** Offers devices with a slave of this data template alone. */
  recipeId?: string;
  /** Offers devices of this model alone. */
  modelId?: string;
  onPick(device: PickedDevice): void;
}

/** Devices found by a part of their name or SN; with a slave of this data template, or of this model alone, where one is named. */
export const devicesOf = (recipeId?: string, modelId?: string): Pick<ChoiceSource, "useFound"> => ({
  useFound(typed) {
    const { data, error, isFetching } = deviceCalls.query_mini.useQuery(
      typed === undefined ? skipToken : { search: typed, pageSize: offered, recipeId, modelId },
      { refetchOnMountOrArgChange: 10 },
    );
    return { choices: (data?.list ?? []).map(({ id, name, sn }) => ({ id, name, detail: sn })), looking: isFetching, error };
  },
});

/** Finds a device by a part of its name or SN, as it is typed. */
export function DevicePicker({ shown, faulty, recipeId, modelId, onPick }: DevicePickerProps) {
  const intl = useIntl();
  const source = useMemo(() => devicesOf(recipeId, modelId), [recipeId, modelId]);
  return (
    <Finder
      className="gh-picker"
      label={intl.formatMessage({ id: "history.device" })}
      placeholder={intl.formatMessage({ id: "history.device.find" })}
      none={intl.formatMessage({ id: "history.device.none" })}
      icon="cube"
      useFound={source.useFound}
      shown={shown}
      faulty={faulty}
      onPick={({ id, name, detail = "" }) => onPick({ id, name, sn: detail })}
    />
  );
}
