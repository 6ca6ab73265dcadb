import { useCallback, useMemo } from "react";
import { useIntl } from "react-intl";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { recordScreen } from "#src/screens/records/recordScreen.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { deviceGroupCalls } from "#store/handles/deviceGroup.ts";
import { deviceGroupMemberCalls } from "#store/handles/deviceGroupMember.ts";
import { companyGroupList } from "./companyGroupList.ts";
import { groupsAddress, membersAddress, membersView, type Whose } from "./groupAddress.ts";
import "./groups.css";

const lists = { own: deviceGroupCalls.query.call, company: deviceCompanyGroupCalls.query.call };
const icons = { own: "user", company: "office" } as const;

/** What belongs to one of the two lists alone. */
const ownKeys = ["page", "sort", "search", "companyId"];

const ownList = recordScreen(deviceGroup, {
  route: groupsAddress,
  address: ({ id }) => membersAddress("own", id),
  leads: { call: deviceGroupMemberCalls.query.call, view: membersView },
  goesWith: (rows, intl) =>
    intl.formatMessage({ id: "groups.holding" }, { devices: rows.reduce((sum, { devices }) => sum + Number(devices), 0) }),
}).definition;

function GroupPage() {
  const intl = useIntl();
  const { me } = useSession();
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const shown = (["own", "company"] as const).filter((one) => allowed(lists[one]));
  const whose: Whose = shown.length === 1 ? (shown[0] ?? "own") : search.get("whose") === "company" ? "company" : "own";
  const companies = useMemo(() => companyGroupList(me.zone), [me.zone]);
  const choose = useCallback(
    (one: Whose) =>
      setSearch((before) => {
        for (const name of ownKeys) before.delete(name);
        if (one === "own") before.delete("whose");
        else before.set("whose", one);
        return before;
      }),
    [setSearch],
  );
  return (
    <div className="gh-groups">
      {shown.length > 1 && (
        <div className="gh-groups-bar">
          <ViewChoice
            small
            label={intl.formatMessage({ id: "groups.whose" })}
            value={whose}
            options={shown.map((one) => ({ id: one, icon: icons[one], text: intl.formatMessage({ id: `groups.whose.${one}` }) }))}
            onChoose={choose}
          />
        </div>
      )}
      {whose === "own" ? <TablePage key="own" definition={ownList} /> : <TablePage key="company" definition={companies} />}
    </div>
  );
}

/** The groups of devices that who looks keeps for themselves, and those of organisations. */
export const GroupScreen = Object.assign(GroupPage, { definition: ownList });
