/** What a command of the page is made with. */
export interface Target {
  host: string;
  /** The console's own address, which devices post to. */
  origin: string;
  mqttPort: number;
  sn: string;
  password: string;
}

/** A word of a POSIX shell that stands for exactly this text. */
export const shellWord = (text: string): string => (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** A command of several lines, which a shell takes as one. */
const commandOf = (...lines: readonly (readonly string[])[]): string =>
  lines.map((words) => words.map(shellWord).join(" ")).join(" \\\n  ");

const account = ({ host, mqttPort, sn, password }: Target): string[][] => [
  ["-h", host, "-p", String(mqttPort)],
  ["-u", sn, "-P", password],
];

/** Publishes once at QoS 1: it ends when the server has stored the message. */
export const publishCommand = (target: Target, topic: string, payload: string): string =>
  commandOf(["mosquitto_pub", "-q", "1"], ...account(target), ["-t", topic], ["-m", payload]);

export const subscribeCommand = (target: Target, topic: string): string =>
  commandOf(["mosquitto_sub", "-v", "-q", "1"], ...account(target), ["-t", topic]);

/** Publishes bytes that are given in base64. */
export const publishBytesCommand = (target: Target, topic: string, base64: string): string =>
  `${commandOf(["echo", base64])} | base64 -d | \\\n  ${commandOf(["mosquitto_pub", "-s"], ...account(target), ["-t", topic])}`;

export const pushAddress = ({ origin, sn }: Pick<Target, "origin" | "sn">, kind: string): string => `${origin}/push/${sn}/${kind}`;

export const postCommand = (target: Target, kind: string, payload: string): string =>
  commandOf(["curl"], ["-u", `${target.sn}:${target.password}`], ["-d", payload], [pushAddress(target, kind)]);

/** Dials in as a gateway does, registers, and passes on to a Modbus server of this machine. */
export const dialCommand = ({ host }: Pick<Target, "host">, port: number, registration: string): string =>
  [
    "rm -f dtu.fifo && mkfifo dtu.fifo",
    `{ printf '%s\\r\\n' ${shellWord(registration)}; cat dtu.fifo; } | nc ${shellWord(host)} ${port} | nc 127.0.0.1 502 > dtu.fifo`,
  ].join("\n");

/** The bytes of a registration as hexadecimal digits, with the line's end that the command sends. */
export const registrationBytes = (registration: string): string =>
  [...new TextEncoder().encode(`${registration}\r\n`)].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(" ");
