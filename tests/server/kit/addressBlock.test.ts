import { describe, expect, it } from "vitest";
import { addressBlock, addressNetwork } from "#server/kit/addressBlock.ts";

describe("an address that is counted", () => {
  it.each([
    ["2001:db8:1:2::7", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ])("%s counts as %s, whatever its host part says", (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:0201", "192.0.2.1"],
    ["", ""],
    ["socket", "socket"],
  ])("%j counts as %j", (address, counted) => {
    expect(addressBlock(address)).toBe(counted);
  });

  it.each([
    ["2001:db8:1:2::7", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["192.0.2.1", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "192.0.2.0/24"],
    ["", ""],
    ["socket", "socket"],
  ])("%j is of the network %j", (address, network) => {
    expect(addressNetwork(address)).toBe(network);
  });

  it("keeps neighbouring blocks apart", () => {
    expect(addressBlock("2001:db8:1:2::1")).not.toBe(addressBlock("2001:db8:1:3::1"));
  });
});
