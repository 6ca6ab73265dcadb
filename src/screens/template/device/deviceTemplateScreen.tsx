import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { DeviceTemplateRow } from "#contract/resources/deviceTemplate.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { listText } from "#src/kit/value/listText.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { CopyDrawer } from "#src/screens/template/copyDrawer.tsx";
import { deviceDataRecipeAppCalls } from "#store/handles/deviceDataRecipeApp.ts";
import { deviceTemplateCalls } from "#store/handles/deviceTemplate.ts";
import type { Dispatch } from "#store/store.ts";
import { AppCheckDialog } from "./appCheckDialog.tsx";
import {
  deviceTemplateAddress,
  deviceTemplateAddView,
  deviceTemplateEditView,
  deviceTemplatesView,
  templatedDevicesAddress,
  templatedDevicesView,
} from "./deviceTemplateAddress.ts";

const dash = "–";

type Open = (row: DeviceTemplateRow) => void;

/** A row opens only for those who may edit it. */
const templateList = (editable: boolean, copy: Open, check: Open) =>
  screenOf({
    id: "deviceTemplates",
    route: deviceTemplatesView,
    rows: listRows(deviceTemplateCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "search",
    filters: [companyFilter],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 200, text: (row) => row.name },
      { id: "description", width: 220, sortable: false, text: (row) => row.description || dash },
      {
        id: "slaves",
        width: 260,
        sortable: false,
        text: ({ slaves }, intl) =>
          listText(
            intl,
            slaves.map(({ no, name, recipeName }) => `${no} ${name} (${recipeName})`),
          ),
      },
      {
        id: "rules",
        width: 200,
        sortable: false,
        text: ({ rules }, intl) =>
          rules.length === 0
            ? dash
            : listText(
                intl,
                rules.map(({ name }) => name),
              ),
      },
      {
        id: "devices",
        width: 90,
        align: "end",
        sortable: false,
        number: (row) => row.devices,
        text: (row, intl) => intl.formatNumber(row.devices),
      },
      { id: "companyName", width: 150, text: (row) => row.companyName },
    ],
    remove: { ...removesByIds(deviceTemplateCalls.delete), removable: (row) => row.changeable },
    ...(editable ? { address: (row: DeviceTemplateRow) => deviceTemplateAddress(row.id) } : {}),
    actions: [
      {
        ...{ id: "add", icon: "plus", primary: true },
        ...{ call: deviceTemplateCalls.post.call, view: deviceTemplateAddView },
        run: (tools) => tools.navigate(deviceTemplateAddView),
      },
    ],
    rowActions: [
      {
        ...{ id: "edit", icon: "edit" },
        ...{ call: deviceTemplateCalls.put.call, view: deviceTemplateEditView },
        shown: (row) => row.changeable,
        run: (row, tools) => tools.navigate(deviceTemplateAddress(row.id)),
      },
      { id: "copy", icon: "duplicate", call: deviceTemplateCalls.copy.call, run: copy },
      { id: "app", icon: "mobile-phone", call: deviceDataRecipeAppCalls.check_device_template.call, run: check },
      {
        ...{ id: "devices", icon: "th-list" },
        ...{ call: deviceTemplateCalls.query_device.call, view: templatedDevicesView },
        run: (row, tools) => tools.navigate(templatedDevicesAddress(row.id)),
      },
    ],
  });

function DeviceTemplatePage() {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const editable = useAllowed()(deviceTemplateCalls.put.call, deviceTemplateEditView);
  const [copying, setCopying] = useState<DeviceTemplateRow>();
  const [checking, setChecking] = useState<DeviceTemplateRow>();
  const definition = useMemo(() => templateList(editable, setCopying, setChecking), [editable]);
  return (
    <>
      <TablePage definition={definition} />
      {checking && <AppCheckDialog template={checking} onClose={() => setChecking(undefined)} />}
      {copying && (
        <CopyDrawer
          screen="deviceTemplates"
          name={copying.name}
          help={intl.formatMessage({ id: "deviceTemplates.copy.help" }, { slaves: copying.slaves.length, rules: copying.rules.length })}
          send={(name) => dispatch(deviceTemplateCalls.copy.initiate({ id: copying.id, name }))}
          onCopied={() => undefined}
          onClose={() => setCopying(undefined)}
        />
      )}
    </>
  );
}

const nothing = (): void => undefined;

/** Presets that devices are made from. */
export const DeviceTemplateScreen = Object.assign(DeviceTemplatePage, { definition: templateList(true, nothing, nothing) });
