import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { copyDeviceTemplate, deviceTemplates } from "#server/catalog/deviceTemplates.ts";
import { listTemplatedDevices } from "#server/devices/templatedDevices.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceTemplateAnswers = implement(deviceTemplate, {
  ...deviceTemplates.answers,
  copy: (request, context) => copyDeviceTemplate(request, context),
  query_device: (request, { services, caller }) => listTemplatedDevices(services.db, caller, request),
});
