import { describe, expect, it } from "vitest";
import { decryptMessage, isSignedBy, weixinSignature } from "#server/weixin/callbackCrypto.ts";
import { readFlatXml } from "#server/weixin/flatXml.ts";
import { encryptMessage } from "./encryptMessage.ts";

const key = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";

describe("the signature", () => {
  it("is the SHA-1 of its parts in their order as texts", () => {
    // printf 'abcnoncetoken' | sha1sum, whatever the order that they are given in.
    expect(weixinSignature("token", "abc", "nonce")).toBe(weixinSignature("abc", "nonce", "token"));
    expect(isSignedBy(weixinSignature("token", "1", "2"), ["2", "token", "1"])).toBe(true);
    for (const wrong of ["", "0".repeat(40), weixinSignature("token", "1", "3")])
      expect(isSignedBy(wrong, ["token", "1", "2"])).toBe(false);
  });
});

describe("what is encrypted", () => {
  it("is read by its key and for its app alone", () => {
    for (const text of ["<xml></xml>", "消息", "x".repeat(1000)]) {
      const encrypted = encryptMessage(text, key, "wx1");
      expect(decryptMessage(encrypted, key, "wx1")).toBe(text);
      expect(decryptMessage(encrypted, key, "wx2")).toBeUndefined();
      expect(decryptMessage(encrypted, key.replace("a", "b"), "wx1")).toBeUndefined();
    }
    for (const garbage of ["", "AAAA", Buffer.alloc(64).toString("base64")]) expect(decryptMessage(garbage, key, "wx1")).toBeUndefined();
  });
});

describe("the XML of a message", () => {
  it("is read where it is flat", () => {
    expect([...(readFlatXml("<xml>\n<A><![CDATA[x <y> &]]></A>\n<B>12</B></xml>") ?? [])]).toEqual([
      ["A", "x <y> &"],
      ["B", "12"],
    ]);
  });

  it.each([
    '<!DOCTYPE x [<!ENTITY a "b">]><xml><A>&a;</A></xml>',
    "<xml><A>&amp;</A></xml>",
    "<xml><A><B>1</B></A></xml>",
    "<xml><A>1</A><A>2</A></xml>",
    "<xml><A>1</B></xml>",
    '<xml><A b="c">1</A></xml>',
    "<A>1</A>",
    "",
  ])("is refused: %s", (text) => {
    expect(readFlatXml(text)).toBeUndefined();
  });
});
