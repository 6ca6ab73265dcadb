import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { UserRow } from "#contract/resources/user.ts";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { userCalls } from "#store/handles/session.ts";
import type { Dispatch } from "#store/store.ts";
import { RolesField } from "./childFields.tsx";

const schema = z.object({ roleIds: z.array(z.string()).max(limits.rolesPerUser) });
const save = writes(userCalls.edit_child_role, ({ id, roleIds }: { id: string; roleIds: string[] }) => ({ id, roleIds }));

/** Which roles a user holds. */
export function RolesDrawer({ row, onClose }: { row: UserRow; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  return (
    <FormDrawer
      id="children"
      draft={`children.roles:${row.id}`}
      title={`${intl.formatMessage({ id: "children.action.roles" })} · ${row.userName || row.account}`}
      schema={schema}
      initial={{ roleIds: row.roles.map(({ id }) => id) }}
      saved="feedback.edited"
      save={({ roleIds }) => save.send(dispatch, { id: row.id, roleIds })}
      onSaved={onClose}
      onClose={onClose}
    >
      <RolesField companyId={row.companyId} />
    </FormDrawer>
  );
}
