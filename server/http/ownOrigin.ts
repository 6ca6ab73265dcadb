import type { IncomingHttpHeaders } from "node:http";

const hostOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined);

/**
 * Whether a request may come from the console itself. A browser says where from: by Sec-Fetch-Site, or by Origin, which names the host
 * that was asked or the public address. What sends neither is no browser, and no page can make it send anything.
 */
export const isOwnOrigin = (headers: IncomingHttpHeaders, host: string, publicUrl: string | undefined): boolean => {
  const site = headers["sec-fetch-site"];
  if (typeof site === "string") return site === "same-origin" || site === "none";
  const { origin } = headers;
  if (origin === undefined) return true;
  const asked = hostOf(origin);
  return asked !== undefined && (asked === host || asked === hostOf(publicUrl ?? ""));
};

/** Whether browsers reach the console by TLS, which is the reverse proxy's to end. */
export const isTls = (publicUrl: string | undefined): boolean => publicUrl !== undefined && new URL(publicUrl).protocol === "https:";
