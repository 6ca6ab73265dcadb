import { useIntl } from "react-intl";
import type { z } from "zod";
import { callWords } from "#contract/callWords.ts";
import { limits } from "#contract/limits.ts";
import { type MenuRow, menuFields } from "#contract/resources/menu.ts";
import { ChecksField } from "#src/kit/form/checksField.tsx";
import type { Option } from "#src/kit/form/fields.tsx";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { menuName } from "#src/session/menuTree.ts";
import { useLanguage, useSession } from "#src/session/sessionView.ts";
import { menuCalls } from "#store/handles/menu.ts";
import "./system.css";

type Fields = z.output<typeof menuFields>;
const dash = "–";

const useParentOptions = (): readonly Option[] => {
  const intl = useIntl();
  const { language } = useLanguage();
  const { data } = menuCalls.query.useQuery({ pageSize: limits.page.max });
  const top = { value: null, label: intl.formatMessage({ id: "menus.top" }) };
  return [
    top,
    ...(data?.list ?? []).map((row) => ({ value: row.id, label: `${"　".repeat(row.depth)}${menuName(row, language)} ${row.path}` })),
  ];
};

/** Calls that the item's screen offers as buttons: those that whoever edits the menu holds. */
function Actions() {
  const { me } = useSession();
  const { language } = useLanguage();
  const options = [...me.paths].sort().map((path) => {
    const call = path.replace("/api/", "");
    return { value: path, label: [callWords(path, language), call].filter(Boolean).join(" · ") };
  });
  return <ChecksField name="actionList" options={options} />;
}

/** The server's tree of routes. */
export const MenuScreen = defineScreen({
  id: "menus",
  route: "/system/menus",
  rows: listRows(menuCalls.query),
  rowKey: (row) => row.id,
  rowName: (row, intl) => `${ownName(intl, row.name, row.nameEn)} ${row.path}`,
  search: "name",
  pageSize: 100,
  columns: [
    {
      id: "name",
      width: 220,
      sortable: false,
      text: (row) => row.name,
      render: (row) => (
        <span className="gh-menu-name" style={{ paddingInlineStart: row.depth * 20 }}>
          {row.name}
        </span>
      ),
    },
    { id: "nameEn", width: 180, sortable: false, text: (row) => row.nameEn || dash },
    { id: "path", width: 220, sortable: false, mono: true, text: (row) => row.path },
    { id: "icon", width: 130, sortable: false, mono: true, text: (row) => row.icon || dash },
    { id: "sort", width: 70, align: "end", sortable: false, number: (row) => row.sort, text: (row, intl) => intl.formatNumber(row.sort) },
    { id: "hidden", width: 80, sortable: false, text: (row, intl) => intl.formatMessage({ id: `menus.option.flag.${row.hidden}` }) },
    { id: "affix", width: 80, sortable: false, text: (row, intl) => intl.formatMessage({ id: `menus.option.flag.${row.affix}` }) },
    {
      id: "actionList",
      width: 90,
      align: "end",
      sortable: false,
      number: (row) => row.actionList.length,
      text: (row, intl) => intl.formatNumber(row.actionList.length),
    },
  ],
  form: {
    schema: menuFields,
    fields: [
      { kind: "select", name: "parentId", useOptions: useParentOptions },
      { kind: "text", name: "path", mono: true, help: true },
      { kind: "text", name: "name" },
      { kind: "text", name: "nameEn" },
      { kind: "text", name: "icon", mono: true, help: true },
      { kind: "number", name: "sort" },
      { kind: "switch", name: "hidden" },
      { kind: "switch", name: "affix" },
      { kind: "switch", name: "noCache" },
    ],
    Fields: Actions,
    wide: true,
    blank: () => ({
      ...{ parentId: null, path: "", name: "", nameEn: "", icon: "", sort: 0 },
      ...{ hidden: false, affix: false, noCache: false, actionList: [] },
    }),
    valuesOf: ({ parentId, path, name, nameEn, icon, sort, hidden, affix, noCache, actionList }) => ({
      ...{ parentId, path, name, nameEn, icon, sort, hidden, affix, noCache, actionList },
    }),
    versionOf: (row) => row.version,
    add: writes(menuCalls.post, (values: Fields) => values),
    edit: savesOver(menuCalls.put),
  },
  remove: {
    one: writes(menuCalls.delete, (row: MenuRow) => ({ ids: [row.id] })),
    removable: (row) => !row.builtin,
  },
});
