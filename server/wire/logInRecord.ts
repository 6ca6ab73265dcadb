import type { FaultCode } from "#contract/messages.ts";
import type { MessageRecord } from "./messageRecord.ts";
import type { RegisteredDevice } from "./registered.ts";
import type { DeviceRegistry } from "./registry.ts";

/** password: another than the device's; noPassword: none where one is asked for; disabled: its organisation may not work; limited: not looked at; notPolled: its model is not polled, and it dialled in. */
export type RefusedLogIn = "password" | "noPassword" | "disabled" | "limited" | "notPolled";

export interface LogInRecord {
  refused(device: RegisteredDevice, why: RefusedLogIn, remote: string): void;
  /** Of an SN that was tried before, so that its device is known without the database being asked. */
  limited(sn: string, remote: string): void;
}

const codes: Readonly<Record<RefusedLogIn, FaultCode>> = {
  password: "logInPassword",
  noPassword: "logInNoPassword",
  disabled: "logInDisabled",
  limited: "logInLimited",
  notPolled: "logInNotPolled",
};

interface Options {
  registry: Pick<DeviceRegistry, "heldBySn">;
  messages: Pick<MessageRecord, "noted">;
}

/** Log-ins that were refused, for pages that look at the device; they are no messages, so that they do not count. */
export const openLogInRecord = ({ registry, messages }: Options): LogInRecord => {
  const refused: LogInRecord["refused"] = (device, why, remote) =>
    messages.noted(device.id, {
      ...{ kind: "login", place: "", payload: Buffer.alloc(0), outcome: "refused" },
      faults: [{ code: codes[why], values: { from: remote } }],
    });
  return {
    refused,
    limited(sn, remote) {
      const device = registry.heldBySn(sn);
      if (device) refused(device, "limited", remote);
    },
  };
};
