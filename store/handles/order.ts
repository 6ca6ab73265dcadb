import { order } from "#contract/resources/order.ts";
import { attach } from "#store/attach.ts";

export const orderCalls = attach(order);
