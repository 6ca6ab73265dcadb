import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { deviceGroupMemberCalls } from "#store/handles/deviceGroupMember.ts";
import type { Dispatch } from "#store/store.ts";
import { companyGroups, ownGroups } from "./groupSource.ts";

const schema = z
  .object({ groupId: z.string(), companyGroupId: z.string() })
  .refine(({ groupId, companyGroupId }) => groupId !== "" || companyGroupId !== "", { error: "rule.required", path: ["groupId"] });

interface AddToGroupProps {
  deviceIds: readonly string[];
  onAdded(): void;
  onClose(): void;
}

/** Puts devices into a group of one's own, one of an organisation, or both. */
export function AddToGroupDrawer({ deviceIds, onAdded, onClose }: AddToGroupProps) {
  const intl = useIntl();
  const allowed = useAllowed();
  const dispatch = useDispatch<Dispatch>();
  const ids = [...deviceIds];
  const save = async ({ groupId, companyGroupId }: z.output<typeof schema>) => {
    const own = groupId === "" ? {} : await dispatch(deviceGroupMemberCalls.add.initiate({ id: groupId, deviceIds: ids }));
    if ("error" in own && own.error !== undefined) return own;
    if (companyGroupId === "") return own;
    return await dispatch(deviceCompanyGroupCalls.add_to_group.initiate({ id: companyGroupId, deviceIds: ids }));
  };
  return (
    <FormDrawer
      id="addToGroup"
      title={intl.formatMessage({ id: "addToGroup.title" }, { count: ids.length })}
      action={intl.formatMessage({ id: "addToGroup.action" })}
      schema={schema}
      initial={{ groupId: "", companyGroupId: "" }}
      saved="addToGroup.done"
      save={save}
      onSaved={onAdded}
      onClose={onClose}
    >
      {allowed(deviceGroupMemberCalls.add.call) && <FinderField name="groupId" source={ownGroups} />}
      {allowed(deviceCompanyGroupCalls.add_to_group.call) && <FinderField name="companyGroupId" source={companyGroups} />}
    </FormDrawer>
  );
}
