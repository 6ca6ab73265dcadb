import { describe, expect, it } from "vitest";
import { lookOf, oneScript } from "#contract/kit/accountLook.ts";

describe("an account of one script", () => {
  it.each([
    "admin",
    "ADMIN",
    "night-shift_2",
    "a@b.cn",
    "2",
    "",
    "müller",
    "nguyễn",
    "Straße",
    "þorður",
    "ıłøđðħŧŋßþæœəĸŁØĐÐĦŦŊÞÆŒƏ",
    "дежурный",
    "εργάτης",
    "հայերեն",
    "ქართული",
    "مضخة",
    "משאבה",
    "ปั๊ม",
    "पंप",
    "值班员",
    "ひらがなカタカナー漢字",
    "漢字한글",
    "漢字ㄅㄆㄇ",
    "김철수",
  ])("may be %j", (account) => {
    expect(oneScript(account)).toBe(true);
  });

  it.each([
    ["of two scripts", "аdmin"],
    ["of Latin and Chinese ones", "admin值"],
    ["of Kana and Hangul", "ひ한"],
    ["of Kana and Bopomofo", "ひㄅ"],
    ["of a script that nobody knows here", "ᚠᚢᚦ"],
    ["with a full-width letter", "ａdmin"],
    ["with digits of another script", "pump٣"],
    ["with digits of its own script that are not ours", "مضخة٣"],
    ["with a phonetic letter in front", "ɑdmin"],
    ["with a phonetic letter behind", "staƒ"],
    ["with a small capital", "ᴀdmin"],
    ["with a sign that accounts have not", "a+b"],
    ["with a blank", "a b"],
  ])("has no letters %s", (_what, account) => {
    expect(oneScript(account)).toBe(false);
  });
});

describe("the look of an account", () => {
  it.each([
    ["Admin", "admln"],
    ["adm1n", "admln"],
    ["аԁмın", "admln"],
    ["ADΜΙN", "admln"],
    ["0wner", "owner"],
    ["օwner", "owner"],
    ["ọwnër", "owner"],
    ["adrnin", "admln"],
    ["ovvner", "owner"],
    ["đesk", "desk"],
    ["СОХ.РАУ", "cox.pay"],
    ["авекмнорстухьѕіјԁһԛԝҽӏ", "abekmhopctyxbsljdhqwel"],
    ["αβεικνορτυχ", "abelkvoptux"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx"],
    ["օսհոցՕՍԼ", "ouhngosl"],
    ["łøðħŧŋßþæœəĸ", "loohtnbpaoek"],
    ["值班员", "值班员"],
    ["김", "김"],
  ])("of %s is %s", (account, look) => {
    expect(lookOf(account)).toBe(look);
  });

  it.each([
    ["signs at its ends", "_.desk-@", "desk"],
    ["signs that stand several times", "li..wei", "li.wei"],
    ["signs that stand three times", "li---wei", "li-wei"],
    ["several of them", "li--wei__x", "li-wei_x"],
  ])("is the same with %s", (_what, account, other) => {
    expect(lookOf(account)).toBe(lookOf(other));
  });

  it("tells a sign between letters apart, each from the others, and is of signs alone what they are", () => {
    expect(new Set(["li.wei", "li-wei", "li_wei", "li@wei", "liwei", "li.-wei"].map(lookOf)).size).toBe(6);
    expect([lookOf("..."), lookOf("-")]).toEqual(["...", "-"]);
  });
});
