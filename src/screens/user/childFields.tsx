import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { ChecksField } from "#src/kit/form/checksField.tsx";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { companySource } from "#src/screens/company/companySource.ts";
import { roleName } from "#src/screens/role/roleName.ts";
import { useSession } from "#src/session/sessionView.ts";
import { userRoleCalls } from "#store/handles/userRole.ts";

/** The roles that may be given in the organisation that the form names. */
export function RolesField({ companyId }: { companyId: string }) {
  const intl = useIntl();
  const { data } = userRoleCalls.query_child_user.useQuery({ companyId, pageSize: limits.page.max });
  const options = (data?.list ?? []).map((role) => ({ value: role.id, label: roleName(role, intl), detail: role.companyName }));
  return <ChecksField name="roleIds" options={options} />;
}

/** What adding a user asks for besides: where it belongs, and its roles there. */
export function NewChildFields() {
  const { me } = useSession();
  const companyId: unknown = useWatch({ name: "companyId" });
  return (
    <>
      <FinderField name="companyId" source={companySource} />
      <RolesField companyId={typeof companyId === "string" && companyId !== "" ? companyId : me.companyId} />
    </>
  );
}
