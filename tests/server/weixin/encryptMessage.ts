import { createCipheriv, randomBytes } from "node:crypto";

/** As WeChat encrypts what it posts: 16 random bytes, the length, the message and the app id, padded to 32 bytes. */
export const encryptMessage = (message: string, encodingAesKey: string, appId: string): string => {
  const key = Buffer.from(`${encodingAesKey}=`, "base64");
  const text = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([randomBytes(16), length, text, Buffer.from(appId)]);
  const pad = 32 - (plain.length % 32);
  const cipher = createCipheriv("aes-256-cbc", key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(pad, pad)])), cipher.final()]).toString("base64");
};
