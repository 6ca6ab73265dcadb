import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { UserRow } from "#contract/resources/user.ts";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { savesOver } from "#src/kit/screen/rowsSource.ts";
import { userCalls } from "#store/handles/user.ts";
import type { Dispatch } from "#store/store.ts";
import { RolesField } from "./childFields.tsx";

const schema = z.object({ roleIds: z.array(z.string()).max(limits.rolesPerUser) });
const save = savesOver(userCalls.edit_child_role);

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
      version={row.version}
      saved="feedback.edited"
      save={(values, version) => save.send(dispatch, { values, row, version })}
      onSaved={onClose}
      onClose={onClose}
    >
      <RolesField companyId={row.companyId} />
    </FormDrawer>
  );
}
