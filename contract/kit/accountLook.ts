/** Scripts that one way of writing mixes count as one. */
const scripts: readonly RegExp[] = [
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]*$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}]*$/u,
];

const scriptNames = ["Latin", "Cyrillic", "Greek", "Armenian", "Georgian", "Arabic", "Hebrew", "Thai", "Devanagari"];
const known: readonly RegExp[] = [...scripts, ...scriptNames.map((name) => new RegExp(`^\\p{Script=${name}}*$`, "u"))];

/** True for letters of one script, digits of ours and signs: no full-width and no styled letters. */
export const oneScript = (account: string): boolean => {
  if (account !== account.normalize("NFKC")) return false;
  const letters = account.replace(/[0-9._@-]/g, "");
  return known.some((script) => script.test(letters));
};

/** Letters of other scripts that are drawn like Latin ones, small or large, one pair of strings a script. */
const alike: readonly (readonly [letters: string, latin: string])[] = [
  ["авекмнорстухьѕіјԁһԛԝҽӏАВЕКМНОРСТУХЅІЈԀҺԚԜӀ", "abekmhopctyxbsijdhqwelabekmhopctyxsijdhqwl"],
  ["αβεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abeikvoptuxabezhikmnoptyx"],
  ["օսհոցՕՍԼ", "ouhngosl"],
];

const latinOf = new Map(alike.flatMap(([letters, latin]) => [...letters].map((letter, place) => [letter, [...latin][place] ?? letter])));

/** What an account looks like, whatever its script and case: those that look the same are taken for one another. */
export const lookOf = (account: string): string =>
  [...account.normalize("NFKC")]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join("")
    .toLowerCase()
    .replaceAll("ı", "i");
