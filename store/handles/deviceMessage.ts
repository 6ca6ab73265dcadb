import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { attach } from "#store/attach.ts";

export const deviceMessageCalls = attach(deviceMessage);
