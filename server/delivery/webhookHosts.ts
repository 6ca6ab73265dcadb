import { hostOf } from "./outgoingAddress.ts";

export const webhookHostsFault = "names or addresses of hosts, with blanks between them, like alarms.example.internal 10.0.0.5";

const namedIn = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== "");

/** As URLs spell it. */
const spelt = (name: string): URL | null => URL.parse(`http://${/^[\da-f:]*:[\da-f:.]*$/i.test(name) ? `[${name}]` : name}/`);

const isHost = (name: string): boolean => {
  const url = spelt(name);
  return url !== null && /^[\w.:-]+$/.test(name) && url.port === "" && url.pathname === "/";
};

export const areWebhookHosts = (text: string): boolean => namedIn(text).length > 0 && namedIn(text).every(isHost);

/** Hosts, each once, as URLs spell them. */
export const webhookHosts = (text: string): string[] => [
  ...new Set(
    namedIn(text).flatMap((name) => {
      const url = spelt(name);
      return url ? [hostOf(url)] : [];
    }),
  ),
];
