import { useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { passwordReset, type UserRow } from "#contract/resources/user.ts";
import { ShownOnce } from "#src/kit/feedback/shownOnce.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { userCalls } from "#store/handles/user.ts";
import type { Dispatch } from "#store/store.ts";
import { ProofFields } from "./ownerProof.tsx";

const reset = writes(userCalls.reset_child_pass, (values: z.output<typeof passwordReset> & { id: string }) => values);

/** Makes up a new password for a user, against one's own password and second factor, and shows it this once. */
export function PasswordDialog({ row, onClose }: { row: UserRow; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const [password, setPassword] = useState<string>();
  const name = row.userName || row.account;
  const action = intl.formatMessage({ id: "children.action.password" });
  if (password !== undefined)
    return (
      <ShownOnce
        title={action}
        text={intl.formatMessage({ id: "children.password.shown" }, { name })}
        secret={password}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      id="children"
      draft={`children.password:${row.id}`}
      title={`${action} · ${name}`}
      action={action}
      schema={passwordReset}
      initial={{ ownPassword: "", verifyCode: "" }}
      saved="children.password.done"
      save={(values) => reset.send(dispatch, { ...values, id: row.id })}
      onSaved={(answer) => setPassword((answer as { password: string | null }).password ?? "")}
      onClose={onClose}
    >
      <p>{intl.formatMessage({ id: "children.password.question" }, { name })}</p>
      <ProofFields password="ownPassword" />
    </FormDrawer>
  );
}
