import { isIPv4, isIPv6 } from "node:net";

const groupsOf = (half: string): number[] => (half === "" ? [] : half.split(":").map((group) => Number.parseInt(group, 16)));

const dotsAsGroups = (_dotted: string, ...[a, b, c, d]: string[]): string => {
  const two = (high = "0", low = "0"): string => (Number(high) * 256 + Number(low)).toString(16);
  return `${two(a, b)}:${two(c, d)}`;
};

/** The eight groups of an IPv6 address. */
const eightGroups = (address: string): number[] => {
  const [head = "", tail] = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, dotsAsGroups).split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after];
};

const isMapped = (groups: readonly number[]): boolean => groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

const groupsOfNetwork = (address: string, count: number): string =>
  eightGroups(address)
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");

/**
 * Under which name an address is counted: whoever has one IPv6 address has a whole /64 of them, so that they count as one. IPv4 counts as
 * it is, also where it comes written as IPv6. What is no address at all stays what it is.
 */
export const addressBlock = (address: string): string => {
  const plain = address.replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const groups = eightGroups(plain);
  if (isMapped(groups))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return `${groupsOfNetwork(plain, 4)}::/64`;
};

/** The network that an address comes from, as large as one is given out to one site: IPv4 by its /24, IPv6 by its /48. */
export const addressNetwork = (address: string): string => {
  const block = addressBlock(address);
  if (isIPv4(block)) return `${block.slice(0, block.lastIndexOf("."))}.0/24`;
  return block.endsWith("/64") ? `${groupsOfNetwork(block.slice(0, -3), 3)}::/48` : block;
};
