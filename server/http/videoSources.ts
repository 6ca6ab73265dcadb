export const videoSourcesFault =
  "origins of stream servers without a path, with blanks between them, like https://video.example.com http://10.0.0.5:8000";

/** Text without what separates origins. */
const namedIn = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== "");

/** The policy that browsers keep has as many names at the most. */
const most = 100;

/** Origins are compared as browsers do; whatever could say more in a policy than one host is refused. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[\w.:[\]-]+\/?$/i.test(text) && URL.canParse(text) && /^https?:\/\/[\w.:[\]-]+$/.test(new URL(text).origin);

export const areVideoSources = (text: string): boolean => {
  const named = namedIn(text);
  return named.length > 0 && named.length <= most && named.every(isOrigin);
};

/** The origins that streams may come from, each once, as browsers spell them. */
export const videoOrigins = (text: string): string[] => [...new Set(namedIn(text).map((part) => new URL(part).origin))];

interface Allowing {
  readonly videoSources: readonly string[];
  readonly publicUrl: string | undefined;
}

export const originOf = (address: string): string => new URL(address).origin;

/** Whether pages of this server may load a stream from the address: from the hosts that are named, and from the server's own. */
export const isAllowedSource = ({ videoSources, publicUrl }: Allowing, address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const origin = originOf(address);
  return videoSources.includes(origin) || (publicUrl !== undefined && originOf(publicUrl) === origin);
};
