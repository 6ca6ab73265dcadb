/**
 * Rounds half away from zero, judged on the number's shortest decimal form (1.005 with 2 digits is 1.01, though the double lies
 * below). Never answers -0. `digits` 0..20.
 */
export function roundDecimal(value: number, digits: number): number {
  const size = Math.abs(value);
  const scale = scales[digits] ?? 1;
  const scaled = size * scale;
  if (!(scaled < Number.MAX_SAFE_INTEGER)) return value;
  const floor = Math.floor(scaled);
  const fromHalf = scaled - floor - 0.5;
  // Only next to a half can the error of the product decide; there the written digits are looked at.
  const rounded = Math.abs(fromHalf) > scaled * 4e-16 ? (fromHalf > 0 ? floor + 1 : floor) / scale : roundWritten(size, digits);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

const scales = Array.from({ length: 21 }, (_, digits) => Number(`1e${digits}`));

function roundWritten(size: number, digits: number): number {
  const [mantissa = "0", exponent = "0"] = size.toExponential().split("e");
  const written = mantissa.replace(".", "");
  const kept = Number(exponent) + 1 + digits;
  if (kept >= written.length) return size;
  if (kept < 0) return 0;
  const up = written.charAt(kept) >= "5" ? 1n : 0n;
  return Number(`${BigInt(written.slice(0, kept)) + up}e-${digits}`);
}
