/** Random text of the given number of bytes, in hex; works without a secure context too. */
export const randomText = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
