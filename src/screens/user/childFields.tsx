import { useWatch } from "react-hook-form";
import { useSession } from "#src/app/sessionView.ts";
import { ChecksField } from "#src/kit/form/checksField.tsx";
import { SelectField } from "#src/kit/form/fields.tsx";
import { useCompanyOptions } from "#src/screens/company/companyOptions.ts";
import { userRoleCalls } from "#store/handles/people.ts";

/** The roles that may be given in the organisation that the form names. */
export function RolesField({ companyId }: { companyId: string }) {
  const { data } = userRoleCalls.query_child_user.useQuery({ companyId });
  const options = (data ?? []).map((role) => ({ value: role.id, label: role.name, detail: role.companyName }));
  return <ChecksField name="roleIds" options={options} />;
}

/** What adding a user asks for besides: where it belongs, and its roles there. */
export function NewChildFields() {
  const { me } = useSession();
  const options = useCompanyOptions();
  const companyId: unknown = useWatch({ name: "companyId" });
  return (
    <>
      <SelectField name="companyId" options={options} />
      <RolesField companyId={typeof companyId === "string" && companyId !== "" ? companyId : me.companyId} />
    </>
  );
}
