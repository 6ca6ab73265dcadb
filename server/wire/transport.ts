/** A device that has signed in, over whichever transport. */
export interface DeviceSession {
  sn: string;
  deviceId: string;
}

/** It said goodbye, nothing was heard of it in time, what it sent was refused, its connection broke, it posts no longer, or its vendor's cloud says so. */
export type Leaving = "goodbye" | "keepalive" | "refused" | "lost" | "silent" | "reported";

/** What was received is not stored and has to be sent again, whatever the message was like. */
export class NotStored extends Error {}

export interface TransportLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** refused: nobody has such an SN and password; disabled: the password is right, but the device may not come in now. */
export type Judged = DeviceSession | "refused" | "disabled" | "unavailable";

/** Without a password, for a device whose model asks for none. */
export type Authenticate = (sn: string, password: Buffer | undefined, remote: string) => Promise<Judged>;

/** Whether a serial number can stand as one level of a topic. */
export const isTopicLevel = (sn: string): boolean => sn.length > 0 && sn.length <= 128 && !/[/+#\0]/.test(sn);
