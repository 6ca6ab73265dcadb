import type { BoundContact, BoundUser, WeixinRow } from "#contract/resources/companyWeixin.ts";
import { WeixinAccountScreen } from "#src/screens/weixin/accountScreen.tsx";
import { BoundContactScreen } from "#src/screens/weixin/boundContactScreen.tsx";
import { BoundUserScreen } from "#src/screens/weixin/boundUserScreen.tsx";
import { byName, paged, recordTable, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

const keywords = {
  ...{ keywordDevice: "thing5", keywordText: "thing6", keywordLevel: "phrase7", keywordWhen: "time8" },
  ...{ keywordCompany: "thing9", keywordSn: "character_string10" },
};
const account: WeixinRow = {
  ...{ id: "w1", version: 4, changeable: true, companyName: "Hebei Water", companyId: "c7", name: "Water alarms" },
  ...{ appId: "wx0123456789abcdef", originalId: "gh_1a2b3c", templateId: "T-1", ...keywords, shared: true, enabled: false },
  ...{ hasSecret: true, hasToken: true, hasKey: false, callback: "/weixin/w1", followers: 12 },
};
const blank = {
  ...{ name: "", appId: "", appSecret: "", originalId: "", token: "", aesKey: "", templateId: "", shared: false, enabled: true },
  ...{ keywordDevice: "thing1", keywordText: "thing2", keywordLevel: "phrase3", keywordWhen: "time4", keywordCompany: "", keywordSn: "" },
};
const values = {
  ...{ name: "Water alarms", appId: "wx0123456789abcdef", appSecret: "", originalId: "gh_1a2b3c", token: "", aesKey: "" },
  ...{ templateId: "T-1", ...keywords, shared: true, enabled: false },
};
const binding = {
  ...{ openid: "oAbc…wxyz", weixinName: "Water alarms", companyName: "Hebei Water" },
  ...{ following: false, boundAt: "2026-11-01T01:02:03.000Z" },
};
const said = { openid: "oAbc…wxyz", weixinName: "Water alarms", companyName: "Hebei Water", boundAt: "2026-11-01 01:02:03" };
const user: BoundUser = { ...binding, id: "u1", account: "li.na", userName: "Li Na" };
const contact: BoundContact = { ...binding, id: "b1", contactId: "p1", contactName: "Wang Wei", groups: ["Day shift", "Night shift"] };
const unbound = <Row extends { id: string }>(row: Row, path: string) => ({
  row,
  asks: true as const,
  sends: { [path]: { ids: [row.id] } },
});
const ends = { user: unbound(user, "/api/user_weixin/delete"), contact: unbound(contact, "/api/alarm_user_weixin/delete") };

export const weixin = [
  recordTable<WeixinRow>("company_weixin", "Add account", {
    definition: WeixinAccountScreen.definition,
    row: account,
    numbers: { followers: 12 },
    both: { name: "Water alarms", appId: "wx0123456789abcdef", followers: "12", companyName: "Hebei Water" },
    zh: { enabled: "停用", shared: "可使用" },
    en: { enabled: "Disabled", shared: "May use it" },
    starts: byName,
    asks: [
      {
        filters: { search: "water", companyId: "c7" },
        sends: { "/api/company_weixin/query": { search: "water", companyId: "c7", ...paged } },
      },
    ],
    form: { blank, values, given: { ...values, appSecret: "0123456789abcdef0123456789abcdef", token: "callback" } },
    others: [{ row: { ...account, id: "w2", changeable: false }, shows: [] }],
    more: { "row check": "try" },
  }),
  screenTable<BoundUser>({
    definition: BoundUserScreen.definition,
    row: user,
    both: { account: "li.na", userName: "Li Na", ...said },
    zh: { following: "已取消关注" },
    en: { following: "No longer following" },
    starts: unsorted,
    asks: [
      {
        filters: { search: "li", companyId: "c7" },
        sends: { "/api/user_weixin/queryWXUser": { search: "li", companyId: "c7", ...paged } },
      },
    ],
    form: undefined,
    shows: ["row remove"],
    buttons: { "/api/user_weixin/delete": ["bulk removeMany", "row remove"] },
    deeds: { "row remove": ends.user, "bulk removeMany": ends.user },
  }),
  screenTable<BoundContact>({
    definition: BoundContactScreen.definition,
    row: contact,
    both: { contactName: "Wang Wei", ...said },
    zh: { following: "已取消关注", groups: "Day shift、Night shift" },
    en: { following: "No longer following", groups: "Day shift, Night shift" },
    starts: unsorted,
    asks: [
      {
        filters: { search: "wang", companyId: "c7" },
        sends: { "/api/alarm_user_weixin/query": { search: "wang", companyId: "c7", ...paged } },
      },
    ],
    form: undefined,
    shows: ["row remove"],
    buttons: { "/api/alarm_user_weixin/delete": ["bulk removeMany", "row remove"] },
    deeds: { "row remove": ends.contact, "bulk removeMany": ends.contact },
  }),
];
