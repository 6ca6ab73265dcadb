import { AnchorButton, Button } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { PageState } from "#src/kit/screen/pageStates.tsx";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { deviceGroupCalls } from "#store/handles/deviceGroup.ts";
import { groupsAddress, type Whose } from "./groupAddress.ts";
import "./groups.css";
import { memberList } from "./memberList.tsx";

/** The group that the address names, as far as it is seen. */
const useGroup = (whose: Whose, id: string): { name: string; remark: string; detail: string } | undefined => {
  const allowed = useAllowed();
  const asks = (one: Whose, call: Parameters<typeof allowed>[0]) => whose === one && id !== "" && allowed(call);
  const own = deviceGroupCalls.get.useQuery(asks("own", deviceGroupCalls.get.call) ? { id } : skipToken).currentData;
  const company = deviceCompanyGroupCalls.get.useQuery(asks("company", deviceCompanyGroupCalls.get.call) ? { id } : skipToken).currentData;
  const detail = company?.companyName ?? "";
  const group = own ?? company;
  return group && { name: group.name, remark: group.remark, detail };
};

function GroupMemberPage() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const { me } = useSession();
  const { search } = useViewLocation();
  const id = search.get("id") ?? "";
  const whose: Whose = search.get("whose") === "company" ? "company" : "own";
  const group = useGroup(whose, id);
  const definition = useMemo(() => memberList({ whose, id, zone: me.zone }), [whose, id, me.zone]);
  useViewSubject(group?.name);
  const groups = `${groupsAddress}${whose === "company" ? "?whose=company" : ""}`;
  const all = intl.formatMessage({ id: "groupMembers.groups" });
  if (id === "")
    return (
      <PageState whole icon="search" text={intl.formatMessage({ id: "groupMembers.noGroup" })}>
        <Button text={all} onClick={() => navigate(groups)} />
      </PageState>
    );
  return (
    <div className="gh-groups">
      <div className="gh-group-line">
        {group && (
          <>
            <strong>
              <ForeignText text={group.name} />
            </strong>
            <span>{intl.formatMessage({ id: `groups.whose.${whose}` })}</span>
            {group.detail !== "" && <ForeignText text={group.detail} />}
            {group.remark !== "" && <ForeignText text={group.remark} />}
          </>
        )}
        <AnchorButton size="small" variant="minimal" icon="th-list" text={all} href={`#${groups}`} />
      </div>
      <TablePage key={`${whose} ${id}`} definition={definition} />
    </div>
  );
}

/** Devices, and single slaves, of one group. */
export const GroupMemberScreen = Object.assign(GroupMemberPage, {
  definition: memberList({ whose: "company", id: "", zone: "UTC" }),
});
