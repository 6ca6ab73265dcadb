import { createHmac } from "node:crypto";

/** The password of one simulated gateway: it follows from the demonstration's secret, so that nothing else has to be handed over. */
export const gatewayPassword = (secret: string, sn: string): string =>
  createHmac("sha256", secret).update(sn).digest("base64url").slice(0, 24);
