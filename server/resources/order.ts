import { order } from "#contract/resources/order.ts";
import { orders } from "#server/catalog/orders.ts";
import { sendBySn, sendOrder } from "#server/devices/orderSending.ts";
import { implement } from "#server/kit/implement.ts";

export const orderAnswers = implement(order, {
  ...orders.answers,
  async send_by_sn(request, { services, caller, at, language }) {
    const { registry, commands, laterCommands, log } = services;
    const failed = (fault: unknown, deviceId: string) => log.error({ err: fault, deviceId }, "a command could not be sent");
    return { answers: await sendBySn(services.db, caller, request, at, { registry, commands, laterCommands, language, failed }) };
  },
  async send(request, { services, caller, at, language }) {
    const { registry, commands, laterCommands, log } = services;
    const failed = (fault: unknown, deviceId: string) => log.error({ err: fault, deviceId }, "an order could not be sent");
    return { answers: await sendOrder(services.db, caller, request, at, { registry, commands, laterCommands, language, failed }) };
  },
});
