import { AnchorButton } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { type IntlShape, useIntl } from "react-intl";
import type { TemplateDifference, TemplatedDevice } from "#contract/resources/deviceTemplate.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom, typedFilters } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { listText } from "#src/kit/value/listText.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { changeDevices } from "#src/screens/devices/changeMany.ts";
import { deviceAddress, deviceView } from "#src/screens/devices/deviceAddress.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceTemplateCalls } from "#store/handles/deviceTemplate.ts";
import "#src/screens/devices/groups.css";
import { deviceTemplatesView, templatedDevicesView } from "./deviceTemplateAddress.ts";
import { NoDeviceTemplate } from "./noDeviceTemplate.tsx";

type Row = TemplatedDevice;
const { query_device } = deviceTemplateCalls;

const differenceText = (intl: IntlShape, { kind, name, no }: TemplateDifference): string =>
  intl.formatMessage({ id: `templatedDevices.difference.${kind}` }, { name, no: no ?? "" });

/** Whether the template would change it: what a device has besides its slaves stays. */
const differs = ({ differences }: Row): boolean => differences.some(({ kind }) => kind !== "slaveMore");

/** The devices of one template, and what of them is otherwise. */
const templatedList = (id: string) => {
  const action = { kind: "deviceTemplate", deviceTemplateId: id } as const;
  return screenOf({
    id: "templatedDevices",
    route: templatedDevicesView,
    rows: rowsFrom(query_device, {
      toRequest: ({ pageNo, pageSize, sort, filters }) => ({
        ...typedFilters(query_device.call.request, filters),
        ...{ id, pageNo, pageSize, sortField: sort?.field, sortOrder: sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.name} (${row.sn})`,
    search: "search",
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 200, text: (row) => row.name },
      { id: "sn", width: 170, mono: true, text: (row) => row.sn },
      { id: "companyName", width: 170, text: (row) => row.companyName },
      {
        id: "differences",
        width: 520,
        sortable: false,
        text: ({ differences }, intl) =>
          differences.length === 0
            ? intl.formatMessage({ id: "templatedDevices.same" })
            : listText(
                intl,
                differences.map((one) => differenceText(intl, one)),
              ),
      },
    ],
    address: (row) => deviceAddress(row.id),
    leads: { call: deviceCalls.get.call, view: deviceView },
    bulk: [
      {
        ...{ id: "applyMany", icon: "refresh", call: deviceCalls.put.call },
        changes: differs,
        run: (rows, tools, share) =>
          tools.sendConfirmed(
            {
              kind: "danger",
              question: tools.intl.formatMessage({ id: "templatedDevices.confirm.apply" }, { count: rows.length }),
              action: tools.intl.formatMessage({ id: "templatedDevices.action.applyMany" }),
              detail: [share, tools.intl.formatMessage({ id: "templatedDevices.apply.detail" })].filter((line) => line !== "").join("\n"),
            },
            changeDevices,
            { chosen: { ids: rows.map((row) => row.id) }, action },
            "devices.changeBegun",
          ),
        all: ({ filters, count }, tools) =>
          tools.sendConfirmed(
            {
              kind: "danger",
              question: tools.intl.formatMessage({ id: "templatedDevices.confirm.apply" }, { count }),
              action: tools.intl.formatMessage({ id: "templatedDevices.action.applyMany" }),
              detail: tools.intl.formatMessage({ id: "templatedDevices.apply.detail" }),
            },
            changeDevices,
            { chosen: { filters: { ...filters, deviceTemplateId: id }, count }, action },
            "devices.changeBegun",
          ),
      },
    ],
  });
};

function TemplatedDevicesPage() {
  const intl = useIntl();
  const { search } = useViewLocation();
  const id = search.get("id") ?? "";
  const allowed = useAllowed()(deviceTemplateCalls.get.call);
  const template = deviceTemplateCalls.get.useQuery(id !== "" && allowed ? { id } : skipToken).currentData;
  const definition = useMemo(() => templatedList(id), [id]);
  useViewSubject(template?.name);
  const all = intl.formatMessage({ id: "templatedDevices.templates" });
  if (id === "") return <NoDeviceTemplate />;
  return (
    <div className="gh-groups">
      <div className="gh-group-line">
        {template && (
          <>
            <strong>
              <ForeignText text={template.name} />
            </strong>
            {template.description !== "" && <ForeignText text={template.description} />}
          </>
        )}
        <AnchorButton size="small" variant="minimal" icon="th-list" text={all} href={`#${deviceTemplatesView}`} />
      </div>
      <TablePage key={id} definition={definition} />
    </div>
  );
}

/** The devices that were made from a device template. */
export const TemplatedDevicesScreen = Object.assign(TemplatedDevicesPage, { definition: templatedList("") });
