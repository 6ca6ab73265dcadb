import { useIntl } from "react-intl";
import type { weixinFields } from "#contract/resources/companyWeixin.ts";
import { FieldList, type FieldSpec } from "#src/kit/form/fieldList.tsx";
import "./weixin.css";

type Name = keyof (typeof weixinFields)["shape"];

const groups: Readonly<Record<string, readonly FieldSpec<Name>[]>> = {
  account: [
    { kind: "text", name: "name" },
    { kind: "text", name: "appId", mono: true },
    { kind: "password", name: "appSecret", help: true },
    { kind: "switch", name: "shared", help: true },
    { kind: "switch", name: "enabled" },
  ],
  callback: [
    { kind: "password", name: "token", help: true },
    { kind: "password", name: "aesKey", help: true },
    { kind: "text", name: "originalId", help: true, mono: true },
  ],
  message: [{ kind: "text", name: "templateId", help: true, mono: true }],
};

const keywords: readonly FieldSpec<Name>[] = [
  { kind: "text", name: "keywordDevice", mono: true },
  { kind: "text", name: "keywordText", mono: true },
  { kind: "text", name: "keywordLevel", mono: true },
  { kind: "text", name: "keywordWhen", mono: true },
  { kind: "text", name: "keywordCompany", mono: true },
  { kind: "text", name: "keywordSn", mono: true },
];

/** What WeChat gave of the account, where it posts, and what its messages say. */
export function AccountFields() {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `weixinAccounts.${id}` });
  return Object.entries(groups).map(([group, fields]) => (
    <fieldset key={group} className="gh-weixin-group">
      <legend>{say(`group.${group}`)}</legend>
      <FieldList fields={fields} />
      {group === "message" && (
        <>
          <p className="gh-field-help">{say("help.keywords")}</p>
          <div className="gh-weixin-keywords">
            <FieldList fields={keywords} />
          </div>
        </>
      )}
    </fieldset>
  ));
}
