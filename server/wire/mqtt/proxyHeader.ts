import { isIPv4, isIPv6, type Socket } from "node:net";

const signature = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]);
const longestFirst = 107;
const longestSecond = 16 + 4096;

interface ProxyHeader {
  /** Whom the proxy speaks for; undefined when it speaks for itself. */
  remote: string | undefined;
  length: number;
}

/** Reads a header of the PROXY protocol, version 1 or 2, from the beginning of what came; undefined while it is not complete. */
export const parseProxyHeader = (came: Buffer): ProxyHeader | "wrong" | undefined => {
  const begun = came.subarray(0, signature.length);
  if (begun.equals(signature.subarray(0, begun.length))) return came.length < 16 ? undefined : second(came);
  const text = came.subarray(0, longestFirst).toString("latin1");
  if (!"PROXY ".startsWith(text.slice(0, 6))) return "wrong";
  const end = text.indexOf("\r\n");
  if (end < 0) return came.length >= longestFirst ? "wrong" : undefined;
  const [, kind = "", source = ""] = text.slice(0, end).split(" ");
  if (kind === "UNKNOWN") return { remote: undefined, length: end + 2 };
  // A zone is this machine's own word for one of its links.
  const isAddress = kind === "TCP4" ? isIPv4(source) : kind === "TCP6" && isIPv6(source) && !source.includes("%");
  if (!isAddress) return "wrong";
  return { remote: source, length: end + 2 };
};

const second = (came: Buffer): ProxyHeader | "wrong" | undefined => {
  const length = 16 + came.readUInt16BE(14);
  const command = came[12] ?? 0;
  const family = came[13] ?? 0;
  if (command >> 4 !== 2 || (command & 0x0f) > 1 || length > longestSecond) return "wrong";
  if (came.length < length) return undefined;
  if ((command & 0x0f) === 0) return { remote: undefined, length };
  if (family >> 4 === 1 && length >= 28) return { remote: [...came.subarray(16, 20)].join("."), length };
  if (family >> 4 === 2 && length >= 52) {
    const groups = Array.from({ length: 8 }, (_, at) => came.readUInt16BE(16 + 2 * at).toString(16));
    return { remote: groups.join(":"), length };
  }
  return { remote: undefined, length };
};

/** Takes the header off a fresh connection and answers the device's address. The socket is paused behind it, or destroyed: undefined. */
export const takeProxyHeader = (socket: Socket, withinMs: number): Promise<string | undefined> => {
  const peer = socket.remoteAddress ?? "";
  return new Promise((resolve) => {
    let came = Buffer.alloc(0);
    const end = (remote: string | undefined): void => {
      clearTimeout(overdue);
      socket.off("data", read);
      socket.off("close", closed);
      socket.pause();
      if (remote === undefined) socket.destroy();
      resolve(remote);
    };
    const closed = (): void => end(undefined);
    const overdue = setTimeout(closed, withinMs);
    const read = (chunk: Buffer): void => {
      came = Buffer.concat([came, chunk]);
      const header = parseProxyHeader(came);
      if (header === undefined) return;
      if (header === "wrong") return end(undefined);
      end(header.remote ?? peer);
      if (came.length > header.length) socket.unshift(came.subarray(header.length));
    };
    socket.on("data", read);
    socket.once("close", closed);
  });
};
