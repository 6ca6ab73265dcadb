import { order } from "#contract/resources/order.ts";
import { addOrder, editOrder, getOrder, listOrders, removeOrders } from "#server/catalog/orders.ts";
import { sendOrder } from "#server/devices/orderSending.ts";
import { implement } from "#server/kit/implement.ts";

export const orderAnswers = implement(order, {
  query: (request, { services, caller }) => listOrders(services.db, caller, request),
  get: ({ id }, { services, caller }) => getOrder(services.db, caller, id),
  async post(request, { services, caller, at, trace }) {
    const { id, change } = await addOrder(services.db, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, trace }) {
    trace.change = await editOrder(services.db, caller, request, at);
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { removed, change } = await removeOrders(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
  async send(request, { services, caller, at, language }) {
    const { registry, commands, log } = services;
    const failed = (fault: unknown, deviceId: string) => log.error({ err: fault, deviceId }, "an order could not be sent");
    return { answers: await sendOrder(services.db, caller, request, at, { registry, commands, language, failed }) };
  },
});
