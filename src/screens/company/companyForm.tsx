import { useIntl } from "react-intl";
import type { z } from "zod";
import { type CompanyRow, companyFields, type ownCompanyFields } from "#contract/resources/company.ts";
import type { FieldSpec } from "#src/kit/form/fieldList.tsx";
import { PictureField } from "#src/kit/form/pictureField.tsx";
import { savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import type { TypedForm } from "#src/kit/screen/typedScreen.ts";
import { companyCalls } from "#store/handles/company.ts";
import { companySource } from "./companySource.ts";
import { ExpiryField } from "./expiryField.tsx";

type Fields = z.output<typeof companyFields>;
/** What an organisation says of itself. */
export const ownFields: readonly FieldSpec<keyof z.input<typeof ownCompanyFields>>[] = [
  { kind: "text", name: "name" },
  { kind: "text", name: "level" },
  { kind: "text", name: "site" },
  { kind: "text", name: "address" },
  { kind: "text", name: "morning", help: true },
  { kind: "text", name: "afternoon", help: true },
  { kind: "text", name: "zone", help: true },
  { kind: "textarea", name: "remark" },
];

export const ownValuesOf = (row: CompanyRow): z.output<typeof ownCompanyFields> => ({
  name: row.name,
  level: row.level,
  site: row.site,
  address: row.address,
  remark: row.remark,
  logo: row.logo,
  picture: row.picture,
  morning: row.morning,
  afternoon: row.afternoon,
  zone: row.zone,
});

const blank = {
  ...{ name: "", level: "", site: "", address: "", remark: "", logo: "", picture: "", morning: "", afternoon: "" },
  zone: "Asia/Shanghai",
  expiresAt: null,
};

export const CompanyPictures = () => (
  <>
    <PictureField name="logo" kind="picture" />
    <PictureField name="picture" kind="picture" />
  </>
);

function Expiry() {
  const intl = useIntl();
  return (
    <>
      <ExpiryField name="expiresAt" help={intl.formatMessage({ id: "companies.help.expiresAt" })} />
      <CompanyPictures />
    </>
  );
}

/** The form of an organisation below the caller's own; a new one starts below `parentId`. */
export const companyForm = (parentId: string): TypedForm<CompanyRow, typeof companyFields> => ({
  schema: companyFields,
  fields: [{ kind: "find", name: "parentId", source: companySource }, ...ownFields],
  Fields: Expiry,
  editable: (row) => row.parentId !== null,
  blank: () => ({ ...blank, parentId }),
  valuesOf: (row) => ({ ...ownValuesOf(row), parentId: row.parentId ?? "", expiresAt: row.expiresAt }),
  versionOf: (row) => row.version,
  add: writes(companyCalls.post, (values: Fields) => values),
  edit: savesOver(companyCalls.put),
});
