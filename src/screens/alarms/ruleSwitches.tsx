import { useIntl } from "react-intl";
import type { RuleRow } from "#contract/resources/alarm.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { controlName } from "#src/kit/value/controlName.ts";
import { alarmTriggerCalls } from "#store/handles/alarmTrigger.ts";
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

/** Whether the rule's notices are held back; records are written all the same. */
export function MaskSwitch({ rule }: { rule: RuleRow }) {
  const intl = useIntl();
  const toasts = useToasts();
  const allowed = useAllowed();
  const [change, { isLoading }] = alarmTriggerCalls.open_or_close_mask.useMutation();
  return (
    <Toggle
      label={controlName(intl, intl.formatMessage({ id: "alarmRules.column.mask" }), rule.name)}
      on={rule.mask}
      busy={isLoading}
      disabled={!allowed(alarmTriggerCalls.open_or_close_mask.call)}
      onChange={async (mask) => {
        const { error } = await change({ id: rule.id, mask });
        if (error !== undefined) toasts.refused(asRefusal(error));
        else toasts.success("feedback.statusChanged");
      }}
    />
  );
}
