import type { IntlShape } from "react-intl";
import type { DeviceRow } from "#contract/resources/device.ts";
import type { ColumnSpec } from "#src/kit/screen/screenDefinition.ts";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import "./devices.css";

const typeName = (row: DeviceRow, intl: IntlShape): string => ownName(intl, row.typeName, row.typeNameEn) || "–";

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
      render: (row) => <span className={row.openAlarms > 0 ? "gh-devices-alarmed" : "gh-devices-calm"}>{row.openAlarms}</span>,
    },
  ] as const satisfies readonly ColumnSpec<DeviceRow>[];
