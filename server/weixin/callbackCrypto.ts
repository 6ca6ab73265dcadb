import { createDecipheriv, createHash, timingSafeEqual } from "node:crypto";

/** Bytes that WeChat pads to, which are more than a block of the cipher. */
const paddedTo = 32;
const randomBytesLength = 16;

/** SHA-1 in hex over the parts in their order as texts, as WeChat signs: token, timestamp, nonce and, of what is encrypted, the cipher text. */
export const weixinSignature = (...parts: readonly string[]): string =>
  createHash("sha1")
    .update([...parts].sort().join(""))
    .digest("hex");

/** Whether the signature is that of the parts; takes the same time wherever the two differ. */
export const isSignedBy = (signature: string, parts: readonly string[]): boolean => {
  const own = Buffer.from(weixinSignature(...parts));
  const given = Buffer.from(signature);
  return own.length === given.length && timingSafeEqual(own, given);
};

/** The 32 bytes of an EncodingAESKey, which is their base64 in 43 characters without the sign at its end. */
const keyOf = (encodingAesKey: string): Buffer => Buffer.from(`${encodingAesKey}=`, "base64");

/**
 * What stands in `Encrypt` of a message: AES-256-CBC of 16 random bytes, the length in 4 bytes, the message and the app id, with PKCS#7
 * up to 32 bytes. Undefined where it was not made with this key for this app.
 */
export const decryptMessage = (encrypted: string, encodingAesKey: string, appId: string): string | undefined => {
  const key = keyOf(encodingAesKey);
  const bytes = Buffer.from(encrypted, "base64");
  if (bytes.length === 0 || bytes.length % 16 !== 0) return undefined;
  const cipher = createDecipheriv("aes-256-cbc", key, key.subarray(0, 16)).setAutoPadding(false);
  const plain = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const pad = plain.at(-1) ?? 0;
  const end = plain.length - pad;
  const start = randomBytesLength + 4;
  if (pad < 1 || pad > paddedTo || end < start || plain.subarray(end).some((byte) => byte !== pad)) return undefined;
  const stop = start + plain.readUInt32BE(randomBytesLength);
  if (stop > end || plain.toString("utf8", stop, end) !== appId) return undefined;
  return plain.toString("utf8", start, stop);
};
