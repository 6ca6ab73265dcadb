const lettersInAlphabet = 26;

/** The letters of a column that is counted from 1: `A`, …, `Z`, `AA`, …. */
export const columnLetters = (column: number): string => {
  const before = Math.floor((column - 1) / lettersInAlphabet);
  return (before > 0 ? columnLetters(before) : "") + String.fromCharCode(65 + ((column - 1) % lettersInAlphabet));
};
