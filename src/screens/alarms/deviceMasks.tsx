import { Button, Callout } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { MaskRow } from "#contract/resources/alarmMask.ts";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useSend } from "#src/kit/screen/useTools.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmMaskCalls } from "#store/handles/alarmMask.ts";
import { maskText } from "./maskText.ts";
import "./alarms.css";

const endIt = writes(alarmMaskCalls.end, ({ id }: MaskRow) => ({ ids: [id] }));

/** What holds the notices of this device's alarms back now. */
export function DeviceMasks({ deviceId }: { deviceId: string }) {
  const intl = useIntl();
  const { me } = useSession();
  const allowed = useAllowed();
  const send = useSend();
  const { query, end } = alarmMaskCalls;
  const asked = { deviceId, state: "running", pageSize: limits.page.max } as const;
  const { currentData } = query.useQuery(allowed(query.call) ? asked : skipToken);
  return (currentData?.list ?? []).map((mask) => (
    <Callout key={mask.id} compact intent="warning" icon="volume-off" className="gh-device-mask">
      <span>
        <strong>
          {[intl.formatMessage({ id: "alarmMasks.muted" }), mask.ruleName, ownName(intl, mask.typeName, mask.typeNameEn)]
            .filter(Boolean)
            .join(" · ")}
        </strong>{" "}
        {maskText(intl, me.zone, mask)}
      </span>
      {mask.changeable && allowed(end.call) && (
        <Button
          size="small"
          icon="volume-up"
          text={intl.formatMessage({ id: "alarmMasks.action.end" })}
          onClick={() => void send(endIt, mask, "alarmMasks.ended")}
        />
      )}
    </Callout>
  ));
}
