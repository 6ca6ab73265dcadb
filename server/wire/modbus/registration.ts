/** Bytes of what a gateway registers with. */
export const mostRegistration = 256;

export interface Registration {
  /** The SN as it was sent; of bytes that are no text, their hexadecimal digits in either case. */
  readonly sns: readonly string[];
  readonly password: Buffer | undefined;
}

const ends = [0x00, 0x0a];
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** Where what a gateway registers with ends, if it says so; what follows is no part of it. */
export const registrationEnd = (bytes: Buffer): number => bytes.findIndex((byte) => ends.includes(byte));

/** Reads `SN` or `SN,password`, with or without blanks and a line's end around it. Undefined: it is neither. */
export const registrationOf = (bytes: Buffer): Registration | undefined => {
  const end = registrationEnd(bytes);
  const text = bytes.toString("utf8", 0, end < 0 ? bytes.length : end).trim();
  if (!printable.test(text) || text.includes("\ufffd")) return bytes.length === 0 ? undefined : inDigits(bytes);
  const comma = text.indexOf(",");
  const sn = (comma < 0 ? text : text.slice(0, comma)).trim();
  if (sn === "") return undefined;
  return { sns: [sn], password: comma < 0 ? undefined : Buffer.from(text.slice(comma + 1).trim(), "utf8") };
};

const inDigits = (bytes: Buffer): Registration => {
  const digits = bytes.toString("hex");
  const upper = digits.toUpperCase();
  return { sns: upper === digits ? [digits] : [upper, digits], password: undefined };
};
