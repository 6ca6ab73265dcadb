import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../server/main.ts", import.meta.url));

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly httpPort: number;
  readonly mqttPort: number;
  /** 0 where it takes none that are polled. */
  readonly dtuPort: number;
  /** Seconds of a core that it has used; 0 where the system does not say. */
  used(): number;
  /** Ends it with the signal and resolves when it is gone. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

export interface ServerOptions {
  dataDir: string;
  /** 0 takes a free port. */
  httpPort?: number;
  mqttPort?: number;
  /** Settings beside those of every bench. */
  variables?: Readonly<Record<string, string>>;
  /** Further arguments of Node.js. */
  nodeArguments?: readonly string[];
}

interface Ready {
  ready: true;
  httpPort: number;
  mqttPort: number;
  dtuPort?: number;
}

/** In clock ticks, of which there are a hundred a second. */
const usedBy = (pid: number): number => {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** A process that stands still does not notice that its parent went, so it is ended here. */
export const endingWithBench = (child: ChildProcess): ChildProcess => {
  const kill = (): boolean => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return child;
};

/** The whole server in a process of its own, as it is started in operation; resolves when it takes devices. */
export const startServer = async ({
  dataDir,
  httpPort = 0,
  mqttPort = 0,
  variables = {},
  nodeArguments = [],
}: ServerOptions): Promise<ServerProcess> => {
  const child = fork(main, [], {
    execArgv: [...nodeArguments],
    env: {
      ...process.env,
      // What it names is the bench's, not every server's.
      DATABASE_URL: "",
      DATA_DIR: dataDir,
      PORT: String(httpPort),
      MQTT_PORT: String(mqttPort),
      HOST: "127.0.0.1",
      ADMIN_PASSWORD: "adminpw1",
      LOG_LEVEL: "error",
      ...variables,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  endingWithBench(child);
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Ready));
    child.once("exit", (code, signal) => reject(new Error(`the server ended before it was ready: ${code ?? signal}`)));
  });
  return {
    child,
    httpPort: ready.httpPort,
    mqttPort: ready.mqttPort,
    dtuPort: ready.dtuPort ?? 0,
    used: () => usedBy(child.pid ?? 0),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill(signal);
      await gone;
    },
  };
};
