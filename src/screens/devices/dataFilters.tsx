import { Button, HTMLSelect, InputGroup, Tag } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useId } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { readingKinds } from "#contract/resources/deviceData.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { useEchoedText } from "#src/kit/form/typedText.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import type { DataAsk, DataFault } from "./dataAsk.ts";
import { DevicePicker } from "./devicePicker.tsx";
import type { Range } from "./historyRange.ts";
import { PeriodPicker } from "./periodPicker.tsx";

const restMs = 300;

/** A chosen device by its name, or by what the address says where that cannot be read. */
function DeviceTag({ id, onRemove }: { id: string; onRemove(): void }) {
  const intl = useIntl();
  const allowed = useAllowed();
  const { currentData } = deviceCalls.get.useQuery(allowed(deviceCalls.get.call) ? { id } : skipToken);
  const name = currentData?.name ?? id;
  return (
    <span className="gh-chip-pair">
      <Tag minimal icon="cube">
        <ForeignText text={name} />
      </Tag>
      <Button
        size="small"
        variant="minimal"
        icon="small-cross"
        aria-label={intl.formatMessage({ id: "data.remove" }, { name })}
        onClick={onRemove}
      />
    </span>
  );
}

interface TypedFilterProps {
  label: string;
  value: string;
  numeric?: boolean;
  /** Id of the element that says what is wrong with it. */
  faultId?: string | undefined;
  onTyped(text: string): void;
}

function TypedFilter({ label, value, numeric = false, faultId, onTyped }: TypedFilterProps) {
  const { typing } = useEchoedText(value, onTyped, restMs);
  return (
    <InputGroup
      {...(numeric ? { className: "gh-data-bound", inputMode: "decimal" as const } : { type: "search", leftIcon: "search" as const })}
      aria-label={label}
      aria-invalid={faultId !== undefined}
      aria-describedby={faultId}
      placeholder={label}
      maxLength={200}
      {...typing}
    />
  );
}

interface DataFiltersProps {
  zone: string;
  ask: DataAsk;
  range: Partial<Range>;
  fault: DataFault | undefined;
  onChange(change: Partial<DataAsk>): void;
}

/** Devices, data points, a period and values: which stored readings are meant. */
export function DataFilters({ zone, ask, range, fault, onChange }: DataFiltersProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const faultId = useId();
  const say = (id: string) => intl.formatMessage({ id: `data.${id}` });
  const { deviceIds } = ask;
  const add = (id: string) => {
    if (deviceIds.includes(id)) return;
    if (deviceIds.length < limits.data.devices) onChange({ deviceIds: [...deviceIds, id] });
    else toasts.warning(intl.formatMessage({ id: "rule.data.devices" }));
  };
  const boundFault = (text: string) => (fault === "rule.number" && !Number.isFinite(Number(text)) ? faultId : undefined);
  return (
    <>
      <div className="gh-logs-bar">
        <DevicePicker shown="" faulty={false} onPick={({ id }) => add(id)} />
        {deviceIds.map((id) => (
          <DeviceTag key={id} id={id} onRemove={() => onChange({ deviceIds: deviceIds.filter((one) => one !== id) })} />
        ))}
        <TypedFilter label={say("point")} value={ask.point} onTyped={(point) => onChange({ point })} />
      </div>
      <div className="gh-logs-bar">
        <PeriodPicker
          zone={zone}
          period={ask.period}
          range={range}
          fault={fault}
          faultId={faultId}
          onPeriod={(period) => onChange({ period })}
          onMalformed={() => toasts.warning(intl.formatMessage({ id: "history.bounds" }))}
        />
        <HTMLSelect
          aria-label={say("kind")}
          value={ask.kind}
          onChange={({ currentTarget }) => onChange({ kind: readingKinds.find((one) => one === currentTarget.value) ?? "stored" })}
        >
          {readingKinds.map((one) => (
            <option key={one} value={one}>
              {say(`kind.${one}`)}
            </option>
          ))}
        </HTMLSelect>
        {ask.kind !== "invalid" &&
          (["least", "most"] as const).map((name) => (
            <TypedFilter
              key={name}
              numeric
              label={say(name)}
              value={ask[name]}
              faultId={boundFault(ask[name])}
              onTyped={(text) => onChange({ [name]: text })}
            />
          ))}
      </div>
      {fault !== undefined && (
        <p id={faultId} role="alert" className="gh-logs-failed gh-data-fault">
          {intl.formatMessage({ id: fault })}
        </p>
      )}
    </>
  );
}
