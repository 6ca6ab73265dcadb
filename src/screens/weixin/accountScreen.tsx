import { useMemo, useState } from "react";
import type { z } from "zod";
import { type WeixinRow, weixinFields } from "#contract/resources/companyWeixin.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { companyWeixinCalls } from "#store/handles/companyWeixin.ts";
import { AccountFields } from "./accountFields.tsx";
import { UsedAccount } from "./usedAccount.tsx";

type Fields = z.output<typeof weixinFields>;

const accounts = (check: (row: WeixinRow) => void) =>
  screenOf({
    id: "weixinAccounts",
    route: "/company/weixin",
    rows: listRows(companyWeixinCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "search",
    filters: [companyFilter],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 180, text: (row) => row.name },
      { id: "appId", width: 190, mono: true, text: (row) => row.appId },
      {
        ...{ id: "enabled", width: 110, sortable: false },
        text: (row, intl) => intl.formatMessage({ id: `weixinAccounts.enabled.${row.enabled}` }),
      },
      {
        ...{ id: "shared", width: 170, sortable: false },
        text: (row, intl) => intl.formatMessage({ id: `weixinAccounts.shared.${row.shared}` }),
      },
      {
        ...{ id: "followers", width: 110, align: "end", sortable: false },
        number: (row) => row.followers,
        text: (row, intl) => intl.formatNumber(row.followers),
      },
      { id: "companyName", width: 160, text: (row) => row.companyName },
    ],
    form: {
      schema: weixinFields,
      Fields: AccountFields,
      wide: true,
      editable: (row) => row.changeable,
      blank: () => ({
        ...{ name: "", appId: "", appSecret: "", originalId: "", token: "", aesKey: "", templateId: "" },
        ...{ keywordDevice: "thing1", keywordText: "thing2", keywordLevel: "phrase3", keywordWhen: "time4" },
        ...{ keywordCompany: "", keywordSn: "", shared: false, enabled: true },
      }),
      valuesOf: (row) => ({ ...weixinFields.parse({ ...row, appSecret: "", token: "", aesKey: "" }) }),
      versionOf: (row) => row.version,
      add: writes(companyWeixinCalls.post, (values: Fields) => values),
      edit: savesOver(companyWeixinCalls.put),
    },
    rowActions: [
      { id: "check", icon: "link", call: companyWeixinCalls.try.call, shown: (row) => row.changeable, run: (row) => check(row) },
    ],
    Above: UsedAccount,
    remove: { ...removesByIds(companyWeixinCalls.delete), removable: (row) => row.changeable },
  });

const ConnectionDrawer = lazyPart(async () => (await import("./connectionDrawer.tsx")).ConnectionDrawer, { place: "over" });

function WeixinAccountPage() {
  const [checked, setChecked] = useState<WeixinRow>();
  const definition = useMemo(() => accounts(setChecked), []);
  return (
    <>
      <TablePage definition={definition} />
      {checked && <ConnectionDrawer row={checked} onClose={() => setChecked(undefined)} />}
    </>
  );
}

/** WeChat official accounts of organisations. */
export const WeixinAccountScreen = Object.assign(WeixinAccountPage, { definition: accounts(() => undefined) });
