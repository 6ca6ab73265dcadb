import { createPublicKey, type KeyObject } from "node:crypto";

/** The Ed25519 key in the text, PEM or base64 of its SPKI form; undefined where it is none. A private key is none: it is not for the server to have. */
export const publicKeyIn = (text: string): KeyObject | undefined => {
  if (text.includes("PRIVATE KEY")) return undefined;
  try {
    const key = text.includes("BEGIN")
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined;
  }
};
