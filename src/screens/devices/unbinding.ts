import type { IntlShape } from "react-intl";
import type { ConfirmOptions } from "#src/kit/feedback/feedback.ts";

/** Asks whether a user is to lose a device: of its owner what goes with that is said, and the device's name has to be typed. */
export const unbindQuestion = (
  intl: IntlShape,
  { device, user, owns }: { device: string; user: string; owns: boolean },
): ConfirmOptions => {
  const question = intl.formatMessage({ id: "terminals.devices.release" }, { device, user });
  const action = intl.formatMessage({ id: "terminals.devices.unbind" });
  const asked = { kind: "danger", question, action, failed: "terminals.devices.notUnbound" } as const;
  return owns ? { ...asked, detail: intl.formatMessage({ id: "bindings.erases" }), typed: device } : asked;
};
