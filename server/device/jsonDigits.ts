const long = 16;
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const longInteger = /^-?\d{16,}$/;

/** Parses JSON and gives integers beyond 2^53 as text with all their digits. `undefined` when it is not JSON. */
export function parseDigits(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return hasLongRun(text) ? JSON.parse(text.replace(textOrNumber, quoteLong)) : parsed;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function quoteLong(token: string): string {
  return longInteger.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}

/** Every run of 16 digits covers one of the offsets 15, 31, 47, …, so that one character in 16 is looked at. */
function hasLongRun(text: string): boolean {
  for (let probe = long - 1; probe < text.length; probe += long) {
    let start = probe;
    while (isDigit(text, start)) start -= 1;
    if (start === probe) continue;
    let end = probe + 1;
    while (isDigit(text, end)) end += 1;
    if (end - start - 1 >= long) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
