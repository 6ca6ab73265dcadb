/** One picture of an H.264 stream, as its NAL units without start codes. */
export interface AccessUnit {
  readonly key: boolean;
  readonly units: readonly Uint8Array[];
}

/** A short H.264 stream in the baseline profile, one slice a picture: pictures stand in the order in which they are shown. */
export interface Sample {
  readonly sps: Uint8Array;
  readonly pps: Uint8Array;
  readonly pictures: readonly AccessUnit[];
}

const [slice, keySlice, parametersOfSequence, parametersOfPicture] = [1, 5, 7, 8] as const;

/** NAL units between start codes of three or four bytes (ITU-T H.264, annex B). */
const unitsOf = (bytes: Uint8Array): Uint8Array[] => {
  const starts: { code: number; unit: number }[] = [];
  for (let at = 0; at + 2 < bytes.length; at += 1) {
    if (bytes[at] !== 0 || bytes[at + 1] !== 0 || bytes[at + 2] !== 1) continue;
    starts.push({ code: at > 0 && bytes[at - 1] === 0 ? at - 1 : at, unit: at + 3 });
    at += 2;
  }
  return starts.map(({ unit }, index) => bytes.subarray(unit, starts[index + 1]?.code ?? bytes.length));
};

/** Throws where the bytes have no parameters or no pictures. */
export const readSample = (bytes: Uint8Array): Sample => {
  const units = unitsOf(bytes);
  const typeOf = (unit: Uint8Array): number => (unit[0] ?? 0) & 31;
  const sps = units.find((unit) => typeOf(unit) === parametersOfSequence);
  const pps = units.find((unit) => typeOf(unit) === parametersOfPicture);
  const pictures = units.flatMap((unit) => {
    const type = typeOf(unit);
    return type === slice || type === keySlice ? [{ key: type === keySlice, units: [unit] }] : [];
  });
  if (!sps || !pps || pictures[0]?.key !== true) throw new Error("no H.264 stream that begins with a key picture");
  return { sps, pps, pictures };
};
