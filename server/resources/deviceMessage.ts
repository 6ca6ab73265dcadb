import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { countMessages, listMessages } from "#server/devices/deviceMessages.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceMessageAnswers = implement(deviceMessage, {
  query: (request, { services, caller }) => listMessages(services.db, caller, request, services.messages),
  daily_count: ({ deviceId }, { services, caller }) => countMessages(services.db, caller, deviceId, services.messageCounts),
});
