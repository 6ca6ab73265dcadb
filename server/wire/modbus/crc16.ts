/** CRC-16 of Modbus: polynomial 0xA001 (0x8005 reflected), begun with 0xFFFF; it is sent with its low byte first. */
export const crc16 = (bytes: Uint8Array, start = 0, end = bytes.length): number => {
  let crc = 0xffff;
  for (let i = start; i < end; i += 1) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return crc;
};

const entry = (byte: number): number => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  return crc;
};

const table = Uint16Array.from({ length: 256 }, (_, byte) => entry(byte));
