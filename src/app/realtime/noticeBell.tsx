import { Notifications } from "@blueprintjs/icons";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { HeaderPopover } from "#src/app/headerPopover.tsx";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { noticeCalls } from "#store/handles/notice.ts";

export const bellId = "gh-bell";

const NoticeCentre = lazyPart(async () => (await import("./noticeCentre.tsx")).NoticeCentre);

/** How many notices are unread, and the list of the last ones behind it; nothing for who is told of nothing. */
export function NoticeBell() {
  const intl = useIntl();
  const { me } = useSession();
  const told = isGranted(me.paths, alarmLogCalls.query.call) || isGranted(me.paths, deviceCalls.query.call);
  const { data } = noticeCalls.query.useQuery(told ? { pageSize: limits.page.max } : skipToken);
  if (!told) return null;
  const unread = data?.unread ?? 0;
  const label = intl.formatMessage({ id: "notice.bell" }, { count: unread });
  const content = data && ((close: () => void) => <NoticeCentre notices={data} onClose={close} />);
  return (
    <HeaderPopover id={bellId} className="gh-bell" label={label} content={content}>
      <Notifications size={16} />
      {unread > 0 && <span className="gh-bell-count">{data?.more && unread === data.list.length ? `${unread}+` : unread}</span>}
    </HeaderPopover>
  );
}
