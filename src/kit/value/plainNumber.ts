/** A number as programs write it: digits come in full width from an input method, and with the minus sign of set texts. */
export const plainNumber = (text: string): string =>
  text
    .normalize("NFKC")
    .trim()
    .replace(/^\u2212/, "-");
