import { deviceArgument } from "#contract/resources/deviceArgument.ts";
import { parameters } from "#server/catalog/parameters.ts";
import { sendParameters } from "#server/devices/orderSending.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceArgumentAnswers = implement(deviceArgument, {
  ...parameters.answers,
  async send(request, { services, caller, at, language }) {
    const { registry, commands, laterCommands, log } = services;
    const failed = (fault: unknown, deviceId: string) => log.error({ err: fault, deviceId }, "parameters could not be sent");
    return { answers: await sendParameters(services.db, caller, request, at, { registry, commands, laterCommands, language, failed }) };
  },
});
