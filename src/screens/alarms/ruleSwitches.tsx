import { useIntl } from "react-intl";
import type { RuleRow } from "#contract/resources/alarm.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { controlName } from "#src/kit/value/controlName.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmMaskCalls } from "#store/handles/alarmMask.ts";
import { alarmTriggerCalls } from "#store/handles/alarmTrigger.ts";
import { serverNow } from "#store/serverClock.ts";
import { maskText, shortEnd } from "./maskText.ts";
import { Toggle } from "./toggle.tsx";

/** Whether the rule raises alarms. */
export function EnabledSwitch({ rule }: { rule: RuleRow }) {
  const intl = useIntl();
  const toasts = useToasts();
  const allowed = useAllowed();
  const [change, { isLoading }] = alarmTriggerCalls.open_or_close.useMutation();
  return (
    <Toggle
      label={controlName(intl, intl.formatMessage({ id: "alarmRules.column.enabled" }), rule.name)}
      on={rule.enabled}
      busy={isLoading}
      disabled={!allowed(alarmTriggerCalls.open_or_close.call)}
      onChange={async (enabled) => {
        const { error } = await change({ id: rule.id, enabled });
        if (error !== undefined) toasts.refused(asRefusal(error));
        else toasts.success("feedback.statusChanged");
      }}
    />
  );
}

/** Whether the rule's notices are held back, and until when; records are written all the same. */
export function MaskSwitch({ rule, onMask }: { rule: RuleRow; onMask(): void }) {
  const intl = useIntl();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { me } = useSession();
  const [change, { isLoading }] = alarmTriggerCalls.open_or_close_mask.useMutation();
  return (
    <span className="gh-mask-cell">
      <Toggle
        label={controlName(intl, intl.formatMessage({ id: "alarmRules.column.mask" }), rule.name)}
        on={rule.mask}
        busy={isLoading}
        disabled={!allowed(rule.mask ? alarmTriggerCalls.open_or_close_mask.call : alarmMaskCalls.put.call)}
        onChange={async (mask) => {
          if (mask) return onMask();
          const { error } = await change({ id: rule.id, mask });
          if (error !== undefined) toasts.refused(asRefusal(error));
          else toasts.success("feedback.statusChanged");
        }}
      />
      {rule.maskedBy && (
        <span title={maskText(intl, me.zone, rule.maskedBy)}>{shortEnd(intl, me.zone, rule.maskedBy.endsAt, serverNow())}</span>
      )}
    </span>
  );
}
