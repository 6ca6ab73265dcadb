/** Where pictures of the map come from. */
export interface MapTiles {
  readonly url: string;
  /** They are drawn in GCJ-02. */
  readonly gcj02: boolean;
  readonly attribution: string;
  readonly zoom: number;
}

const range = /\{(\w)-(\w)\}/;

/** Each address that the range in a template stands for. */
const eachHost = (template: string): string[] => {
  const [all = "", first = "", last = ""] = range.exec(template) ?? [];
  if (all === "") return [template];
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => template.replace(all, String.fromCharCode(from + at)));
};

export const tileTemplateFault =
  "an address with {z}, {x} and {y}, like https://tiles.example.com/{z}/{x}/{y}.png, where {a-c} may stand for several hosts";

const placed = (address: string): string => address.replaceAll(/\{[xyz]\}/g, "0");

/** Origins are compared as browsers do; whatever could say more in a policy than one host is refused. */
export const isTileTemplate = (template: string): boolean => {
  if (!["{x}", "{y}", "{z}"].every((part) => template.includes(part))) return false;
  const hosts = eachHost(template);
  return (
    hosts.length > 0 &&
    hosts.length <= 10 &&
    hosts.every((host) => {
      const address = placed(host);
      if (!/^https?:\/\/[\w.:[\]-]+\//.test(address) || /[\s;,{}]/.test(address) || !URL.canParse(address)) return false;
      return !/[{}]/.test(host.split("/")[2] ?? "");
    })
  );
};

/** The origins that tiles are loaded from. */
export const tileOrigins = (template: string): string[] => [...new Set(eachHost(template).map((host) => new URL(placed(host)).origin))];
