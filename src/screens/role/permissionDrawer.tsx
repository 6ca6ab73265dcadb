import { Callout } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { useController } from "react-hook-form";
import { useIntl } from "react-intl";
import { type PermissionItem, type RoleRow, role as roleContract } from "#contract/resources/role.ts";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { roleCalls } from "#store/handles/role.ts";
import { asked, ticksOf, ticksOfAsked } from "./permissionTicks.ts";
import { PermissionTree } from "./permissionTree.tsx";
import { roleName } from "./roleName.ts";

const schema = roleContract.calls.authorize.request.pick({ items: true });
const heldOf = (items: readonly PermissionItem[]) => asked(items, ticksOf(items));

function PermissionField({ items }: { items: readonly PermissionItem[] }) {
  const { field } = useController({ name: "items" });
  const ticks = useMemo(() => ticksOfAsked(field.value), [field.value]);
  return <PermissionTree items={items} ticks={ticks} onTicks={(next) => field.onChange(asked(items, next))} />;
}

/** A role's permission tree: menu items and their actions, ticked where the role holds them. */
export function PermissionDrawer({ role, onClose }: { role: RoleRow; onClose(): void }) {
  const intl = useIntl();
  const allowed = useAllowed();
  const [since] = useState(Date.now);
  const read = roleCalls.permission.useQuery({ id: role.id }, { refetchOnMountOrArgChange: true });
  const [authorize] = roleCalls.authorize.useMutation();
  const name = roleName(role, intl);
  const title = `${intl.formatMessage({ id: "roles.action.permissions" })} · ${name}`;
  // What an earlier drawer read may be of a version that is gone.
  const data = (read.fulfilledTimeStamp ?? 0) >= since ? read.data : undefined;
  if (data?.modifiable && allowed(roleCalls.authorize.call))
    return (
      <FormDrawer
        wide
        id="roles"
        draft={`roles.permissions:${role.id}`}
        title={title}
        schema={schema}
        initial={{ items: heldOf(data.items) }}
        version={data.version}
        save={({ items }, version = data.version) => authorize({ id: role.id, version, items })}
        reload={async () => {
          const { data: newer } = await read.refetch();
          return newer && { values: { items: heldOf(newer.items) }, version: newer.version };
        }}
        saved="feedback.edited"
        onSaved={onClose}
        onClose={onClose}
      >
        <PermissionField items={data.items} />
      </FormDrawer>
    );
  if (!data && read.error === undefined) return null;
  return (
    <SideDrawer title={title} size={720} onClose={onClose}>
      <div className="gh-form-fields">
        {data && !data.modifiable && (
          <Callout compact icon="lock">
            {intl.formatMessage({ id: "code.notModifiable" }, { name })}
          </Callout>
        )}
        {data ? (
          <PermissionTree items={data.items} ticks={ticksOf(data.items)} />
        ) : (
          <FailedRead error={read.error} onRetry={() => void read.refetch()} />
        )}
      </div>
    </SideDrawer>
  );
}
