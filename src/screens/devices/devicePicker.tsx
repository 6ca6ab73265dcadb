import { InputGroup } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { useIntl } from "react-intl";
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
  onPick(device: PickedDevice): void;
}

const offered = 12;

/** Finds a device by a part of its name or SN, as it is typed. */
export function DevicePicker({ shown, faulty, recipeId, onPick }: DevicePickerProps) {
  const intl = useIntl();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [place, setPlace] = useState(0);
  const search = useDeferredValue(typed);
  const { data, isFetching } = deviceCalls.query_mini.useQuery(
    search === undefined ? skipToken : { search: search.trim(), pageSize: offered, recipeId },
    { refetchOnMountOrArgChange: 10 },
  );
  const open = typed !== undefined;
  const found = open ? (data?.list ?? []) : [];
  const active = found[Math.min(place, found.length - 1)];
  const close = () => {
    setTyped(undefined);
    setPlace(0);
  };
  const pick = (device: PickedDevice) => {
    close();
    onPick(device);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) setTyped("");
      else setPlace((found.length + place + (event.key === "ArrowDown" ? 1 : -1)) % Math.max(1, found.length));
    } else if (event.key === "Enter" && open && active) {
      event.preventDefault();
      pick(active);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      close();
    }
  };
  return (
    <div className="gh-picker">
      <InputGroup
        role="combobox"
        aria-label={intl.formatMessage({ id: "history.device" })}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-invalid={faulty}
        {...(active ? { "aria-activedescendant": `${id}-${active.id}` } : {})}
        leftIcon="cube"
        autoComplete="off"
        intent={faulty ? "danger" : "none"}
        placeholder={intl.formatMessage({ id: "history.device.find" })}
        value={typed ?? shown}
        title={typed === undefined ? shown : ""}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPlace(0);
        }}
        onClick={() => setTyped((before) => before ?? "")}
        onBlur={close}
        onKeyDown={press}
      />
      {open && (
        <div id={`${id}-list`} role="listbox" aria-label={intl.formatMessage({ id: "history.device" })} className="gh-picker-list">
          {found.map((device) => (
            <div
              key={device.id}
              id={`${id}-${device.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={device === active}
              className="gh-picker-option"
              onMouseDown={(event) => {
                event.preventDefault();
                pick(device);
              }}
            >
              <span className="gh-picker-name">{device.name}</span>
              <span className="gh-mono gh-picker-sn">{device.sn}</span>
            </div>
          ))}
          {found.length === 0 && (
            <div className="gh-picker-none">
              {intl.formatMessage({ id: isFetching ? "history.device.looking" : "history.device.none" })}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
