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

/** A reply to the command whose id the shell has in `id`. */
const replyOfShell = '"{\\"id\\":\\"$id\\",\\"code\\":0,\\"message\\":\\"\\"}"';

/** Shows the JSON that comes out of the first command, and does the second for each command in it, with its id in `id`. */
const forEachId = (first: string, second: string): string =>
  [
    `${first} | while read -r line; do`,
    "  printf '%s\\n' \"$line\"",
    `  printf '%s\\n' "$line" | tr '{' '\\n' | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p' | while read -r id; do`,
    second.replaceAll(/^/gm, "    "),
    "  done",
    "done",
  ].join("\n");

/** Takes commands and replies to each; the reply takes the connection over, and mosquitto_sub comes back by itself. */
export const obeyCommand = (target: Target): string => {
  const topic = `gw/${target.sn}/command`;
  const reply = commandOf(["mosquitto_pub", "-q", "1"], ...account(target), ["-t", `${topic}/reply`]);
  return forEachId(commandOf(["mosquitto_sub", "-q", "1"], ...account(target), ["-t", topic]), `${reply} -m ${replyOfShell}`);
};

/** Publishes bytes that are given in base64. */
export const publishBytesCommand = (target: Target, topic: string, base64: string): string =>
  `${commandOf(["echo", base64])} | base64 -d | \\\n  ${commandOf(["mosquitto_pub", "-s"], ...account(target), ["-t", topic])}`;

export const pushAddress = ({ origin, sn }: Pick<Target, "origin" | "sn">, kind: string): string => `${origin}/push/${sn}/${kind}`;

export const postCommand = (target: Target, kind: string, payload: string): string =>
  commandOf(["curl"], ["-u", `${target.sn}:${target.password}`], ["-d", payload], [pushAddress(target, kind)]);

/** Collects the commands that wait, and replies to each. */
export const collectCommand = (target: Target): string => {
  const signedIn = ["curl", "-sS", "-u", `${target.sn}:${target.password}`];
  const collect = commandOf(signedIn, ["-d", "[]"], [pushAddress(target, "telemetry")]);
  return forEachId(`{ ${collect}; echo; }`, `${commandOf(signedIn, [pushAddress(target, "command/reply")])} -d ${replyOfShell}`);
};

/** An edge node: publishes its birth, and reports as its data what commands write. */
export const edgeNodeCommand = ({ host, mqttPort, sn, password }: Target, group: string, base64: string): string => {
  const topic = (name: string, rest = ""): string => JSON.stringify(`spBv1.0/${group}/${name}/${sn}${rest}`);
  const signIn = { host, port: mqttPort, username: sn, password, protocolVersion: 4 };
  const lines = [
    'import mqtt from "mqtt";',
    `const client = mqtt.connect(${JSON.stringify(signIn)});`,
    "let seq;",
    "const bear = () => {",
    "  seq = 0;",
    `  client.publish(${topic("NBIRTH")}, Buffer.from(${JSON.stringify(base64)}, "base64"));`,
    "};",
    `client.on("connect", () => client.subscribe([${topic("NCMD")}, ${topic("DCMD", "/#")}], bear));`,
    'client.on("message", (topic, payload) => {',
    '  console.log(topic, payload.toString("hex"));',
    '  if (payload.includes("Node Control/Rebirth")) return bear();',
    "  seq = (seq + 1) % 256;",
    "  const field = Buffer.from(seq < 128 ? [24, seq] : [24, seq, 1]);",
    '  client.publish(topic.replace("CMD", "DATA"), Buffer.concat([payload, field]));',
    "});",
    'client.on("error", (fault) => console.error(fault.message));',
  ];
  return `node --input-type=module -e ${shellWord(lines.join("\n"))}`;
};

/** Dials in as a gateway does, registers, and passes on to a Modbus server of this machine. */
export const dialCommand = ({ host }: Pick<Target, "host">, port: number, registration: string): string =>
  [
    "rm -f dtu.fifo && mkfifo dtu.fifo",
    `{ printf '%s\\r\\n' ${shellWord(registration)}; cat dtu.fifo; } | nc ${shellWord(host)} ${port} | nc -v 127.0.0.1 502 > dtu.fifo`,
  ].join("\n");

/** The bytes of a registration as hexadecimal digits, with the line's end that the command sends. */
export const registrationBytes = (registration: string): string =>
  [...new TextEncoder().encode(`${registration}\r\n`)].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(" ");
