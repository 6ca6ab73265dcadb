import { Button, Callout, Checkbox, Drawer, Spinner } from "@blueprintjs/core";
import { useId, useState } from "react";
import { useIntl } from "react-intl";
import type { PermissionItem, RoleRow } from "#contract/resources/role.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { roleCalls } from "#store/handles/people.ts";
import { asked, shareOf, type Ticks, tickAction, tickItem, ticksOf } from "./permissionTicks.ts";
import "./role.css";
import { roleName } from "./roleName.ts";

interface BranchProps {
  item: PermissionItem;
  ticks: Ticks;
  locked: boolean;
  onTicks(ticks: Ticks): void;
}

function Branch({ item, ticks, locked, onTicks }: BranchProps) {
  const intl = useIntl();
  const english = intl.locale.startsWith("en");
  const share = shareOf(ticks, item);
  const held = ticks.get(item.id);
  return (
    <li>
      <Checkbox
        checked={share === "all"}
        indeterminate={share === "some"}
        disabled={locked || (!item.grantable && item.children.length === 0)}
        onChange={() => onTicks(tickItem(ticks, item, share !== "all"))}
      >
        {(english && item.nameEn) || item.name}
        <span className="gh-permission-path">{item.path}</span>
      </Checkbox>
      {item.actions.length > 0 && (
        <div className="gh-permission-actions">
          {item.actions.map((action) => (
            <Checkbox
              key={action.path}
              inline
              checked={held?.has(action.path) ?? false}
              disabled={locked || !action.grantable}
              label={action.path.replace("/api/", "")}
              onChange={(event) => onTicks(tickAction(ticks, item.id, action.path, event.currentTarget.checked))}
            />
          ))}
        </div>
      )}
      {item.children.length > 0 && (
        <ul>
          {item.children.map((child) => (
            <Branch key={child.id} item={child} ticks={ticks} locked={locked} onTicks={onTicks} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface TreeProps {
  items: readonly PermissionItem[];
  version: number;
  roleId: string;
  locked: boolean;
  onClose(): void;
}

function PermissionTree({ items, version, roleId, locked, onClose }: TreeProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const confirm = useConfirm();
  const [ticks, setTicks] = useState(() => ticksOf(items));
  const [changed, setChanged] = useState(false);
  const [authorize, { isLoading }] = roleCalls.authorize.useMutation();
  const save = async () => {
    const { error } = await authorize({ id: roleId, version, items: asked(ticks) });
    if (error !== undefined) toasts.refused(asRefusal(error));
    else {
      toasts.success("feedback.edited");
      onClose();
    }
  };
  const close = async () => {
    const question = intl.formatMessage({ id: "form.leave.question" });
    if (!changed || (await confirm({ kind: "danger", question, action: intl.formatMessage({ id: "form.leave.action" }) }))) onClose();
  };
  return (
    <>
      <ul className="gh-permission-tree">
        {items.map((item) => (
          <Branch
            key={item.id}
            item={item}
            ticks={ticks}
            locked={locked}
            onTicks={(next) => {
              setTicks(next);
              setChanged(true);
            }}
          />
        ))}
      </ul>
      <div className="gh-form-buttons">
        {!locked && (
          <Button
            intent="primary"
            loading={isLoading}
            disabled={!changed}
            text={intl.formatMessage({ id: "form.save" })}
            onClick={() => void save()}
          />
        )}
        <Button text={intl.formatMessage({ id: "feedback.action.cancel" })} onClick={() => void close()} />
      </div>
    </>
  );
}

/** A role's permission tree: menu items and their actions, ticked where the role holds them. */
export function PermissionDrawer({ role, onClose }: { role: RoleRow; onClose(): void }) {
  const intl = useIntl();
  const titleId = useId();
  const allowed = useAllowed();
  const { data, error, refetch } = roleCalls.permission.useQuery({ id: role.id }, { refetchOnMountOrArgChange: true });
  const locked = !(data?.modifiable ?? false) || !allowed(roleCalls.authorize.call);
  return (
    <Drawer isOpen size={720} className="gh-form-drawer" transitionDuration={120} canOutsideClickClose={false} onClose={onClose}>
      <div className="gh-form-frame" role="dialog" aria-modal aria-labelledby={titleId}>
        <div className="gh-form-head">
          <h2 id={titleId}>{`${intl.formatMessage({ id: "roles.action.permissions" })} · ${roleName(role, intl)}`}</h2>
          <Button variant="minimal" icon="cross" aria-label={intl.formatMessage({ id: "form.close" })} onClick={onClose} />
        </div>
        {data && !data.modifiable && (
          <Callout compact icon="lock" className="gh-permission-note">
            {intl.formatMessage({ id: "code.notModifiable" }, { name: roleName(role, intl) })}
          </Callout>
        )}
        {error !== undefined && <FailedRead error={error} onRetry={() => void refetch()} />}
        {!data && error === undefined && <Spinner />}
        {data && (
          <PermissionTree key={data.version} items={data.items} version={data.version} roleId={role.id} locked={locked} onClose={onClose} />
        )}
      </div>
    </Drawer>
  );
}
