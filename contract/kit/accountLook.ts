/** Scripts that one way of writing mixes count as one. */
const scripts: readonly RegExp[] = [
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]*$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}]*$/u,
];

const scriptNames = ["Latin", "Cyrillic", "Greek", "Armenian", "Georgian", "Arabic", "Hebrew", "Thai", "Devanagari"];
const known: readonly RegExp[] = [...scripts, ...scriptNames.map((name) => new RegExp(`^\\p{Script=${name}}*$`, "u"))];

/** Letters of other scripts, and Latin ones that no mark is taken from, that are drawn like plain Latin ones: small or large, one pair of strings a script. */
const alike: readonly (readonly [letters: string, latin: string])[] = [
  ["авекмнорстухьѕіјԁһԛԝҽӏАВЕКМНОРСТУХЅІЈԀҺԚԜӀ", "abekmhopctyxbsijdhqwelabekmhopctyxsijdhqwl"],
  ["αβεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abeikvoptuxabezhikmnoptyx"],
  ["օսհոցՕՍԼ", "ouhngosl"],
  ["ıłøđðħŧŋßþæœəĸŁØĐÐĦŦŊÞÆŒƏ", "ilodohtnbpaoekloddhtnpaoe"],
];

const latinOf = new Map(alike.flatMap(([letters, latin]) => [...letters].map((letter, place) => [letter, [...latin][place] ?? letter])));

/** A letter of the alphabet with any marks, or one of the few others that languages write: no phonetic and no turned letters. */
const isWritten = (letter: string): boolean => /^[a-z]/i.test(letter.normalize("NFD")) || latinOf.has(letter);

/** True for letters of one script, digits of ours and signs: no full-width and no styled letters. */
export const oneScript = (account: string): boolean => {
  if (account !== account.normalize("NFKC")) return false;
  const letters = account.replace(/[0-9._@-]/g, "");
  if (/\p{Nd}/u.test(letters)) return false;
  return (
    known.some((script) => script.test(letters)) && [...letters].every((letter) => !/\p{Script=Latin}/u.test(letter) || isWritten(letter))
  );
};

const marks = /[\u0300-\u036f]/g;

/** Signs, and pairs of them, that are taken for one another in many fonts. */
const pairs: readonly (readonly [RegExp, string])[] = [
  [/0/g, "o"],
  [/[1i]/g, "l"],
  [/rn/g, "m"],
  [/vv/g, "w"],
];

/** Signs that an account may have besides letters and digits. At its ends, or doubled, they hardly show. */
const endSigns = /^[._@-]+|[._@-]+$/g;
const doubled = /([._@-])\1+/g;

/** An account as far as its signs tell it apart: those between letters do, `li.wei` is not `liwei`. */
const withoutEnds = (look: string): string => look.replace(endSigns, "").replace(doubled, "$1") || look;

/** What an account looks like, whatever its script, case, marks and signs at its ends: those that look the same are taken for one another. */
export const lookOf = (account: string): string => {
  const plain = [...account.normalize("NFKD").replace(marks, "").normalize("NFC")].map((letter) => latinOf.get(letter) ?? letter).join("");
  return withoutEnds(pairs.reduce((look, [pair, one]) => look.replace(pair, one), plain.toLowerCase()));
};
