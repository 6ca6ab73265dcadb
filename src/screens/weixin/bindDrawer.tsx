import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { ContactRow } from "#contract/resources/alarmGroup.ts";
import type { BoundContact } from "#contract/resources/companyWeixin.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmUserWeixinCalls } from "#store/handles/companyWeixin.ts";
import type { Dispatch } from "#store/store.ts";
import { SceneCodeView } from "./sceneCodeView.tsx";
import { askAgainMs, useSceneCode } from "./useSceneCode.ts";
import "./weixin.css";

/** Of the newest binding. */
const stateOf = (binding: BoundContact | undefined) => (binding === undefined ? "unbound" : binding.following ? "bound" : "left");

/** Shows the code that binds an alarm contact who scans it, and whether one is bound. */
export function BindDrawer({ row, onClose }: { row: ContactRow; onClose(): void }) {
  const intl = useIntl();
  const { me } = useSession();
  const dispatch = useDispatch<Dispatch>();
  const { query } = alarmUserWeixinCalls;
  const scene = useSceneCode(
    useCallback(() => dispatch(alarmUserWeixinCalls.bind.initiate({ contactId: row.id }, { track: false })), [dispatch, row.id]),
  );
  const asked = useAllowed()(query.call) ? { contactId: row.id, pageSize: 1 } : skipToken;
  const { data } = query.useQuery(asked, { pollingInterval: scene.code === "" ? 0 : askAgainMs });
  const newest = data?.list[0];
  const values = { name: row.name, account: newest?.weixinName ?? "", at: newest ? formatInstant(me.zone, newest.boundAt) : "" };
  const say = (id: string) => intl.formatMessage({ id: `alarmContacts.bind.${id}` }, values);
  // Who is bound already may be bound anew: then it is the binding of this code that counts.
  const isScanned = scene.code !== "" && newest?.following === true && Date.parse(newest.boundAt) >= scene.madeAt;
  return (
    <SideDrawer title={`${intl.formatMessage({ id: "alarmContacts.action.bind" })} · ${row.name}`} onClose={onClose}>
      <div className="gh-form-fields">
        <div className="gh-weixin-own">
          <p role="status">{data && say(stateOf(newest))}</p>
          {!isScanned && <SceneCodeView scene={scene} scan={say("scan")} />}
        </div>
      </div>
    </SideDrawer>
  );
}
