import type { IncomingMessage } from "node:http";

/** Who asks, through as many reverse proxies as stand in front: each adds the address that it was asked from, and nothing before that counts. */
export const askerAddress = ({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">, proxies: number): string => {
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address !== "");
  const known = [...forwarded, socket.remoteAddress ?? ""];
  return known.at(-1 - Math.min(proxies, known.length - 1)) ?? "";
};
