import type { IntlShape } from "react-intl";
import type { ConfirmOptions } from "#src/kit/feedback/feedback.ts";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { deviceCalls } from "#store/handles/device.ts";

type Named = Readonly<{ id: string; name: string; tuyaId: string }>;

export const reset = writes(deviceCalls.reset_device, ({ id }: Named) => ({ device: id }));

/** Somebody has to go there and pair the device anew: its name has to be typed. */
export const resetQuestion = (intl: IntlShape, { name, tuyaId }: Named): ConfirmOptions => ({
  kind: "danger",
  question: intl.formatMessage({ id: "device.reset.question" }, { name }),
  action: intl.formatMessage({ id: "device.reset.action" }),
  detail: intl.formatMessage({ id: "device.reset.detail" }, { tuyaId }),
  typed: name,
  failed: "device.reset.failed",
});
