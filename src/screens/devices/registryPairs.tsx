import { useIntl } from "react-intl";
import { TextField } from "#src/kit/form/fields.tsx";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { companySource, useMayPickCompany } from "#src/screens/company/companySource.ts";

export const blankPair = () => ({ sn: "", password: "" });

/** As many as a person types at once. */
const mostRows = 50;

/** SNs with their passwords, one below the other, and whose they are. */
export function RegistryPairs() {
  const intl = useIntl();
  const mayPick = useMayPickCompany();
  return (
    <>
      {mayPick && <FinderField name="companyId" source={companySource} />}
      <RowsField name="pairs" blank={blankPair} most={mostRows} help={intl.formatMessage({ id: "registry.help.pairs" })}>
        {(prefix) => (
          <>
            <TextField name={`${prefix}.sn`} mono />
            <TextField name={`${prefix}.password`} mono />
          </>
        )}
      </RowsField>
    </>
  );
}
