import { actsOnText, replaceUnseen } from "#contract/kit/plainText.ts";

const suspicious = /[^\t\n -~]/;
const lineEnd = /\r\n/g;

const escaped = (sign: string): string => {
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
};

/**
 * Text of devices, people and logs as it may be drawn: controls, what turns the direction of the text around it and what is seen nowhere
 * stand as escapes (`\u202E`); line breaks and tabs stay.
 */
export const shownText = (text: string): string => {
  if (!suspicious.test(text)) return text;
  const signs = Array.from(replaceUnseen(text.replace(lineEnd, "\n"), escaped));
  return signs.map((sign) => (sign !== "\n" && sign !== "\t" && actsOnText(sign) ? escaped(sign) : sign)).join("");
};
