import { createDecipheriv, createHash } from "node:crypto";
import type { TuyaAccess } from "./tuyaAccess.ts";

type Secrets = Pick<TuyaAccess, "id" | "secret">;

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** What the message queue is logged in to with, under the access id as the user's name. */
export const queuePassword = ({ id, secret }: Secrets): string => md5(`${id}${md5(secret)}`).slice(8, 24);

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Opens a message's `data`: base64 of AES-128 under the middle of the secret, in GCM with nonce in front and tag behind where the queue says
 * `aes_gcm`, otherwise in ECB. Undefined where it cannot be opened.
 */
export const openedData = ({ secret }: Pick<Secrets, "secret">, data: string, mode: string | undefined): Buffer | undefined => {
  const bytes = Buffer.from(data, "base64");
  const key = Buffer.from(secret.slice(8, 24), "utf8");
  try {
    if (mode !== "aes_gcm") {
      const opening = createDecipheriv("aes-128-ecb", key, null);
      return Buffer.concat([opening.update(bytes), opening.final()]);
    }
    const opening = createDecipheriv("aes-128-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    opening.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
};
