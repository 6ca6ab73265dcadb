import { z } from "zod";

const lineBytes = 16;

export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));

/** The bytes as text, where they are UTF-8 without control characters. */
export const textOfBytes = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder().decode(bytes);
  return text.includes("\ufffd") || /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text;
};

/** Lines of an offset, 16 bytes as hexadecimal digits, and what of them is ASCII. */
export const dumpOf = (bytes: Uint8Array): string => {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += lineBytes) {
    const line = [...bytes.subarray(from, from + lineBytes)];
    const digits = line.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const letters = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${from.toString(16).padStart(4, "0")}  ${digits.padEnd(lineBytes * 3 - 1)}  ${letters}`);
  }
  return lines.join("\n");
};

const keptBytes = z.object({ text: z.string().optional(), hex: z.string().optional(), bytes: z.number().optional() });

/** The head of what could not be read, and how long it was, as the device's log has it; undefined where nothing is kept. */
export const keptFault = (content: string): { head: Uint8Array; bytes: number } | undefined => {
  try {
    const { text, hex, bytes } = keptBytes.parse(JSON.parse(content));
    if (text === undefined && hex === undefined) return undefined;
    const head = hex === undefined ? new TextEncoder().encode(text) : bytesOfHex(hex);
    return { head, bytes: bytes ?? head.length };
  } catch {
    return undefined;
  }
};
