import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { devicePanels, wholePanel } from "#server/catalog/devicePanels.ts";
import { panelsOfDevice } from "#server/devices/panelsOfDevice.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceTemplateUiAnswers = implement(deviceTemplateUi, {
  ...devicePanels.answers,
  get: ({ id }, { services, caller }) => wholePanel(services.db, caller, id),
  get_device: async ({ deviceId }, { services, caller }) => ({ panels: await panelsOfDevice(services.db, caller, deviceId) }),
});
