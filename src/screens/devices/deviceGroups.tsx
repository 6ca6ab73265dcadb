import { useIntl } from "react-intl";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { deviceGroupMemberCalls } from "#store/handles/deviceGroupMember.ts";
import { membersAddress, type Whose } from "./groupAddress.ts";
import "./groups.css";

const calls = { own: deviceGroupMemberCalls.query.call, company: deviceCompanyGroupCalls.query_group_slave.call };

interface Group {
  id: string;
  name: string;
  slaves?: readonly { no: number; name: string }[];
}

/** The groups that a device is in, each with the slaves where it holds these alone. */
export function DeviceGroups({ deviceId }: { deviceId: string }) {
  const intl = useIntl();
  const { currentData } = deviceGroupMemberCalls.query_groups.useQuery({ id: deviceId }, { refetchOnMountOrArgChange: true });
  const shown = (whose: Whose, { id, name, slaves = [] }: Group) => {
    const alone = intl.formatList(slaves.map((slave) => `${slave.no} ${slave.name}`));
    return (
      <ViewLink key={id} call={calls[whose]} to={membersAddress(whose, id)}>
        <ForeignText text={alone === "" ? name : intl.formatMessage({ id: "device.groups.slaves" }, { name, slaves: alone })} />
      </ViewLink>
    );
  };
  if (!currentData || currentData.own.length + currentData.organisation.length === 0) return "–";
  return (
    <span className="gh-device-groups">
      {currentData.own.map((group) => shown("own", group))}
      {currentData.organisation.map((group) => shown("company", group))}
    </span>
  );
}
