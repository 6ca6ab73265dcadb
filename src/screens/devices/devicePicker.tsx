import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import { type Choice, Finder, offered } from "#src/kit/form/finder.tsx";
import { deviceCalls } from "#store/handles/device.ts";

export interface PickedDevice {
  id: string;
  name: string;
  sn: string;
}

interface DevicePickerProps {
  /** What is chosen now, as it is called; empty for nothing. */
  shown: string;
  faulty: boolean;
  onPick(device: PickedDevice): void;
}

const useFound = (typed: string | undefined): { choices: readonly Choice[]; looking: boolean } => {
  const { data, isFetching } = deviceCalls.query_mini.useQuery(typed === undefined ? skipToken : { search: typed, pageSize: offered }, {
    refetchOnMountOrArgChange: 10,
  });
  return { choices: (data?.list ?? []).map(({ id, name, sn }) => ({ id, name, detail: sn })), looking: isFetching };
};

/** Finds a device by a part of its name or SN, as it is typed. */
export function DevicePicker({ shown, faulty, onPick }: DevicePickerProps) {
  const intl = useIntl();
  return (
    <Finder
      className="gh-picker"
      label={intl.formatMessage({ id: "history.device" })}
      placeholder={intl.formatMessage({ id: "history.device.find" })}
      none={intl.formatMessage({ id: "history.device.none" })}
      icon="cube"
      useFound={useFound}
      shown={shown}
      faulty={faulty}
      onPick={({ id, name, detail = "" }) => onPick({ id, name, sn: detail })}
    />
  );
}
