import { PopoverNext } from "@blueprintjs/core";
import { Notifications } from "@blueprintjs/icons";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router-dom";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { noticeCalls } from "#store/handles/notice.ts";
import { NoticeCentre } from "./noticeCentre.tsx";

/** How many notices are unread, and the list of the last ones behind it; nothing for who is told of nothing. */
export function NoticeBell() {
  const intl = useIntl();
  const { me } = useSession();
  const { key } = useLocation();
  // It ends with the view over which it was opened.
  const [openOver, setOpenOver] = useState<string>();
  const open = openOver === key;
  const setOpen = (shown: boolean) => setOpenOver(shown ? key : undefined);
  const button = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);
  const told = isGranted(me.paths, alarmLogCalls.query.call) || isGranted(me.paths, deviceCalls.query.call);
  const { data } = noticeCalls.query.useQuery(told ? {} : skipToken);
  if (!told) return null;
  const unread = data?.unread ?? 0;
  const label = intl.formatMessage({ id: "notice.bell" }, { count: unread });
  return (
    <PopoverNext
      isOpen={open && data !== undefined}
      onInteraction={setOpen}
      onClose={(event) => {
        if (event?.type === "keydown") returning.current = true;
      }}
      // Until then the overlay takes the focus back to itself.
      onClosed={() => {
        if (returning.current) button.current?.focus();
        returning.current = false;
      }}
      shouldReturnFocusOnClose={false}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      content={data ? <NoticeCentre notices={data} onClose={() => setOpen(false)} /> : <span />}
    >
      <button
        ref={button}
        type="button"
        className="gh-header-button gh-bell"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={label}
        title={label}
      >
        <Notifications size={16} />
        {unread > 0 && <span className="gh-bell-count">{data?.more && unread === data.list.length ? `${unread}+` : unread}</span>}
      </button>
    </PopoverNext>
  );
}
