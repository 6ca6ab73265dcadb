import { useMemo } from "react";
import type { RuleTemplateRow } from "#contract/resources/alarmTriggerTemplate.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useRecipeOptions } from "#src/screens/devices/deviceOptions.ts";
import { alarmTriggerTemplateCalls } from "#store/handles/alarmTriggerTemplate.ts";
import { conditionWords } from "./conditionWords.ts";
import { ruleTemplateAddress, ruleTemplatesView, ruleTemplateView } from "./ruleTemplateAddress.ts";

const dash = "–";

/** A row opens only for those who may edit it. */
const ruleTemplateList = (editable: boolean) =>
  screenOf({
    id: "ruleTemplates",
    route: ruleTemplatesView,
    rows: listRows(alarmTriggerTemplateCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "search",
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 200, text: (row) => row.name },
      {
        id: "level",
        width: 104,
        text: (row, intl) => intl.formatMessage({ id: `alarmLevel.${row.level}` }),
        render: (row) => <LevelMark level={row.level} />,
      },
      { id: "pointName", width: 150, sortable: false, text: (row, intl) => ownName(intl, row.pointName, row.pointNameEn) || dash },
      { id: "condition", width: 240, least: 220, text: conditionWords },
      { id: "recipeName", width: 160, text: (row) => row.recipeName },
      {
        id: "deviceTemplates",
        width: 150,
        align: "end",
        sortable: false,
        number: (row) => row.deviceTemplates,
        text: (row, intl) => intl.formatNumber(row.deviceTemplates),
      },
      { id: "companyName", width: 150, text: (row) => row.companyName },
    ],
    filters: [companyFilter, { id: "recipeId", kind: "select", useOptions: useRecipeOptions }],
    remove: { ...removesByIds(alarmTriggerTemplateCalls.delete), removable: (row) => row.changeable },
    ...(editable ? { address: (row: RuleTemplateRow) => ruleTemplateAddress(row.id) } : {}),
    actions: [
      {
        ...{ id: "add", icon: "plus", primary: true },
        ...{ call: alarmTriggerTemplateCalls.post.call, view: ruleTemplateView },
        run: (tools) => tools.navigate(ruleTemplateView),
      },
    ],
    rowActions: [
      {
        ...{ id: "edit", icon: "edit" },
        ...{ call: alarmTriggerTemplateCalls.put.call, view: ruleTemplateView },
        shown: (row) => row.changeable,
        run: (row, tools) => tools.navigate(ruleTemplateAddress(row.id)),
      },
    ],
  });

function RuleTemplatePage() {
  const editable = useAllowed()(alarmTriggerTemplateCalls.put.call, ruleTemplateView);
  const definition = useMemo(() => ruleTemplateList(editable), [editable]);
  return <TablePage definition={definition} />;
}

/** Alarm rules that device templates have; a row opens its form. */
export const RuleTemplateScreen = Object.assign(RuleTemplatePage, { definition: ruleTemplateList(true) });
