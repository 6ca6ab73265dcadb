import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { type CompanyRow, ownCompanyFields } from "#contract/resources/company.ts";
import { FieldList } from "#src/kit/form/fieldList.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { companyCalls } from "#store/handles/company.ts";
import type { Dispatch } from "#store/store.ts";
import { CompanyPictures, ownFields, ownValuesOf } from "./companyForm.tsx";

const save = writes(companyCalls.update_my, (values: z.output<typeof ownCompanyFields> & { version: number }) => values);

/** What an organisation changes of itself. */
export function OwnCompanyForm({ row, onClose }: { row: CompanyRow; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  return (
    <FormDrawer
      id="companies"
      draft="companies.own"
      title={`${intl.formatMessage({ id: "companies.action.edit" })} · ${row.name}`}
      schema={ownCompanyFields}
      initial={ownValuesOf(row)}
      version={row.version}
      saved="feedback.edited"
      save={(values, version) => save.send(dispatch, { ...values, version: version ?? row.version })}
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldList fields={ownFields} />
      <CompanyPictures />
    </FormDrawer>
  );
}
