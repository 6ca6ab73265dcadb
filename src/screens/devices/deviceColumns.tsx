import { Icon } from "@blueprintjs/core";
import { type IntlShape, useIntl } from "react-intl";
import type { DeviceRow } from "#contract/resources/device.ts";
import type { ColumnSpec } from "#src/kit/screen/screenDefinition.ts";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { silenceText } from "#src/screens/alarms/maskText.ts";
import "./devices.css";

const typeName = (row: DeviceRow, intl: IntlShape): string => ownName(intl, row.typeName, row.typeNameEn) || "–";

/** Why nobody is told of this device's alarms; empty where somebody is. */
export const mutedText = (intl: IntlShape, zone: string, { mutedBy, alarmNotice }: Pick<DeviceRow, "mutedBy" | "alarmNotice">): string =>
  mutedBy || !alarmNotice ? silenceText(intl, zone, mutedBy) : "";

function OpenAlarms({ row, zone }: { row: DeviceRow; zone: string }) {
  const intl = useIntl();
  const why = mutedText(intl, zone, row);
  const muted = `${intl.formatMessage({ id: "devices.column.muted" })} · ${why}`;
  return (
    <>
      {why && (
        <span role="img" aria-label={muted} title={muted} className="gh-devices-muted">
          <Icon icon="volume-off" size={14} />
        </span>
      )}
      <span className={row.openAlarms > 0 ? "gh-devices-alarmed" : "gh-devices-calm"}>{row.openAlarms}</span>
    </>
  );
}

/** What every list of devices shows of them. */
export const mainColumns = (zone: string) =>
  [
    { id: "name", width: 180, text: (row) => row.name },
    { id: "sn", width: 136, mono: true, text: (row) => row.sn },
    {
      id: "presence",
      width: 122,
      text: (row, intl) => intl.formatMessage({ id: `presence.${row.presence}` }),
      render: (row) => <PresenceMark presence={row.presence} />,
    },
    { id: "typeName", width: 120, text: typeName },
    { id: "companyName", width: 130, text: (row) => row.companyName || "–" },
    {
      id: "communicationTime",
      width: 150,
      instant: (row) => row.communicationTime,
      text: (row) => formatInstant(zone, row.communicationTime),
    },
    {
      id: "openAlarms",
      width: 112,
      align: "end",
      number: (row) => row.openAlarms,
      text: (row) => String(row.openAlarms),
      render: (row) => <OpenAlarms row={row} zone={zone} />,
    },
  ] as const satisfies readonly ColumnSpec<DeviceRow>[];
