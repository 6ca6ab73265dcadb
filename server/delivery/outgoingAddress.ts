import { lookup as lookUp } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** What is not of the public Internet, as RFC 6890 and its registries list it. */
const inner = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  inner.addSubnet(network, bits, "ipv4");

/** Of IPv6, what is given out to hosts of the Internet; whatever maps or tunnels IPv4 is left out. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  inner.addSubnet(network, bits, "ipv6");

/** Whether the address, IPv4 or IPv6 without brackets, is one of the public Internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 4) return !inner.check(address, "ipv4");
  return isIP(address) === 6 && global.check(address, "ipv6") && !inner.check(address, "ipv6");
};

/** The host of a URL as it is looked up: in small letters, IPv6 without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").toLowerCase();

export type AddressFault = "scheme" | "userInfo" | "inner";

/**
 * Why the server does not ask an address that a user entered; undefined where it may. `hosts`: those that the operator's settings let be
 * asked by plain http and wherever they are. A name is judged again by what it stands for when it is asked.
 */
export const addressFault = (address: string, hosts: readonly string[]): AddressFault | undefined => {
  const url = URL.parse(address);
  if (!url) return "scheme";
  const host = hostOf(url);
  const named = hosts.includes(host);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && named)) return "scheme";
  if (url.username !== "" || url.password !== "") return "userInfo";
  const local = host === "localhost" || host.endsWith(".localhost") || (isIP(host) !== 0 && !isPublicAddress(host));
  return local && !named ? "inner" : undefined;
};

export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`${host} stands for an address that is not of the public Internet`);
    this.name = "ForbiddenAddress";
  }
}

/** Looks a name up for a connection, which then goes to what was judged: an answer that changes meanwhile leads nowhere else. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true }, (fault, addresses) => {
    if (fault) return done(fault, "", 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return done(new ForbiddenAddress(host), "", 0);
    if (options.all) return done(null, addresses);
    done(null, first.address, first.family);
  });
};
