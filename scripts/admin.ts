import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CodeName, codes } from "#contract/codes.ts";
import { operatorAccount } from "#contract/resources/log.ts";
import { hashPassword } from "#server/auth/password.ts";
import { openSessions } from "#server/auth/sessions.ts";
import { backUp, prepareBackup } from "#server/backup/backup.ts";
import { restoreBackup } from "#server/backup/restore.ts";
import { type Config, ConfigFault, readConfig } from "#server/config.ts";
import { carryOver, forgetCarried } from "#server/db/carry.ts";
import { type Db, openDatabase, openExisting } from "#server/db/open.ts";
import { Problem } from "#server/kit/problem.ts";
import { licencePayload, signLicence } from "#server/licence/licence.ts";
import { logKeys, signAccepted, signNewest, verifyLog } from "#server/log/logHead.ts";
import { checkLogKey, checkLogSettings, keepLogPlaces } from "#server/log/logPlaces.ts";
import { openOperationLog } from "#server/log/operationLog.ts";
import { isPostgresUrl } from "#server/postgres/connect.ts";
import { holdForCommand } from "#server/postgres/databaseLock.ts";
import { lockFolder } from "#server/system/folderLock.ts";
import { markRecordsElsewhere } from "#server/system/recordsPlace.ts";
import { startLineOf } from "#server/system/startLine.ts";

// What a command writes is its owner's alone.
process.umask(0o077);

const settings = (): Config => {
  try {
    return readConfig(process.env);
  } catch (fault) {
    console.error(fault instanceof ConfigFault ? fault.message : fault);
    process.exit(1);
  }
};

const config = settings();
const files = config.logHead;

type Command = (db: Db, words: readonly string[]) => Promise<void>;

const userNamed = async (db: Db, account: string) => {
  const user = await db.selectFrom("user").select(["id", "account", "company_id"]).where("account", "=", account).executeTakeFirst();
  if (!user) throw new Problem("notFound");
  return user;
};

/** Keeps in the operation log what the operator did, to what: with the change or not at all. */
const logged = async (db: Db, command: string, detail: object, companyId: string | null, code: CodeName): Promise<void> => {
  const operationLog = await openOperationLog(db, logKeys(files.key).chain);
  await operationLog.write({
    at: Date.now(),
    userId: null,
    account: operatorAccount,
    userName: "",
    companyId,
    address: "",
    call: `admin ${command}`,
    detail: JSON.stringify(detail),
    code: codes[code].code,
    milliseconds: 0,
  });
};

type AccountChange = (db: Db, user: { id: string; account: string }) => Promise<string>;

/** A command that changes one account and prints what came of it. `prepare` is what takes its time, before the database is held. */
const accountCommand =
  (name: string, prepare: () => Promise<AccountChange>): Command =>
  async (db, [account]) => {
    if (!account) throw new Error("name the account");
    const change = await prepare();
    try {
      const user = await userNamed(db, account);
      const result = await db.transaction().execute(async (tx) => {
        const done = await change(tx, user);
        await logged(tx, name, { account: user.account }, user.company_id, "ok");
        return done;
      });
      console.log(result);
    } catch (fault) {
      await logged(db, name, { account }, null, fault instanceof Problem ? fault.code : "fault");
      throw fault instanceof Problem ? new Error(`there is no account ${account}`) : fault;
    } finally {
      await signHead(db);
    }
  };

/** The row is written, and the server signs it with its next one where this cannot. */
const signHead = async (db: Db): Promise<void> => {
  try {
    await signNewest(db, files, Date.now());
  } catch (fault) {
    console.error(`The head of the operation log was not signed: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
};

const faultOfLog = async (db: Db): Promise<string | undefined> => {
  try {
    await verifyLog(db, files);
    await checkLogKey(db, files);
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
};

/** What was found stands in the log and behind the signature from then on. */
const acceptLog: Command = async (db) => {
  const fault = await faultOfLog(db);
  if (fault === undefined) return console.log("The chain and its signed head hold: there is nothing to accept");
  const before = await db.selectFrom("operation_log").select(["seq", "hash"]).orderBy("seq", "desc").limit(1).executeTakeFirst();
  await logged(db, "accept-log", { found: fault }, null, "ok");
  await signAccepted(db, files, before ?? { seq: 0, hash: "" }, Date.now());
  await keepLogPlaces(db, config.dataDir, files, logKeys(files.key));
  console.log(`Accepted as it is, checks begin behind row ${before?.seq ?? 0}. What was found: ${fault}`);
};

const backup: Command = async (db, [words]) => {
  if (!words) throw new Error("name the folder that the backup goes to");
  const folder = resolve(words);
  const open = await prepareBackup(config.dataDir, folder);
  if (open !== undefined) console.error(open);
  await logged(db, "backup", { folder }, null, "ok");
  await signHead(db);
  const { files: kept } = await backUp(config, db, folder, Date.now());
  const bytes = Object.values(kept).reduce((sum, file) => sum + file.bytes, 0);
  console.log(
    `${folder} holds a backup of ${Object.keys(kept).length} files, ${Math.ceil(bytes / 1_000_000)} MB, with the key of the operation log`,
  );
};

const restore = async ([words]: readonly string[]): Promise<void> => {
  if (!words) throw new Error("name the folder that the backup is in");
  const folder = resolve(words);
  const { at } = await restoreBackup(config, folder, async (db, manifest) => {
    await keepLogPlaces(db, config.dataDir, files, logKeys(files.key));
    await logged(db, "restore", { folder, backup: manifest.at }, null, "ok");
    await signHead(db);
  });
  console.log(`${config.dataDir} is as it was backed up at ${at}: start the server`);
};

/** The records of the data folder are on PostgreSQL from then on; the file that they were in stays, under another name. */
const migrate = async ([url = config.database]: readonly string[]): Promise<void> => {
  if (!isPostgresUrl(url)) throw new Error("name the database, in DATABASE_URL or here: postgres://user:password@host/database");
  const file = join(config.dataDir, "app.db");
  const release = lockFolder(config.dataDir);
  try {
    const letGo = await holdForCommand(url);
    try {
      await carryRecords(file, url);
    } finally {
      await letGo();
    }
    renameSync(file, `${file}.carried-over`);
  } finally {
    release();
  }
};

const carryRecords = async (file: string, url: string): Promise<void> => {
  const from = await openExisting(file);
  try {
    await checkLogSettings(from, config.dataDir, files);
    const to = await openDatabase(url);
    try {
      const rows = await carryOver(from, to);
      markRecordsElsewhere(config.dataDir, url);
      await logged(to, "migrate", { rows }, null, "ok");
      await signHead(to);
      await forgetCarried(to);
      console.log(`${rows} rows were carried over: set DATABASE_URL to this address and start the server`);
    } finally {
      await to.destroy();
    }
  } finally {
    await from.destroy();
  }
};

interface Named {
  readonly help: string;
  /** With the database of the data folder, beside a server that runs. */
  readonly run?: Command;
  /** Without it. */
  readonly runAlone?: (words: readonly string[]) => Promise<void>;
  /** It is for a log that does not hold. */
  readonly anyLog?: true;
}

const commands: Readonly<Record<string, Named>> = {
  "reset-password": {
    help: "reset-password <account>: generates a new password and ends the account's sessions",
    run: accountCommand("reset-password", async () => {
      const password = randomBytes(9).toString("base64url").replace(/[-_]/g, "x");
      const passwordHash = await hashPassword(password);
      return async (db, user) => {
        await db
          .updateTable("user")
          .set({ password_hash: passwordHash, updated_at: Date.now(), updated_by: "operator" })
          .where("id", "=", user.id)
          .execute();
        await openSessions(db, Date.now).endAll(user.id);
        return `${user.account}: ${password}`;
      };
    }),
  },
  "issue-token": {
    help: "issue-token <account>: opens a session and prints its token",
    run: accountCommand("issue-token", async () => async (db, user) => (await openSessions(db, Date.now).open(user.id, "operator")).token),
  },
  outbox: {
    help: "outbox [count]: the newest texts that no provider was configured for",
    async run(db, [words = "10"]) {
      const count = Number(words);
      if (!Number.isInteger(count) || count < 1) throw new Error(`${words} is not a number of texts`);
      const rows = await db.selectFrom("outbox").selectAll().orderBy("at", "desc").limit(count).execute();
      for (const row of rows) console.log(`${new Date(row.at).toISOString()}  ${row.channel}  ${row.recipient}  ${row.text}`);
    },
  },
  "verify-log": {
    help: "verify-log: checks the chain of the operation log",
    async run(db) {
      console.log(`${await verifyLog(db, files)} rows, the chain and its signed head hold`);
    },
  },
  "accept-log": {
    help: "accept-log: goes on with a log that verify-log finds at fault, once it was looked into; with the server stopped",
    anyLog: true,
    run: acceptLog,
  },
  backup: { help: "backup <folder>: copies all that the server keeps to an empty folder, while it runs", run: backup },
  restore: { help: "restore <folder>: puts a backup into the data folder, which has to be empty", runAlone: restore },
  migrate: {
    help: "migrate [postgres url]: carries the records of the data folder over to PostgreSQL (DATABASE_URL, or the one named), all or none; with the server stopped",
    runAlone: migrate,
  },
  "licence-keys": {
    help: "licence-keys: generates a pair of keys for licences, for the vendor",
    async runAlone() {
      const { publicKey, privateKey } = generateKeyPairSync("ed25519");
      console.log(privateKey.export({ format: "pem", type: "pkcs8" }));
      console.log(`LICENCE_PUBLIC_KEY=${publicKey.export({ format: "der", type: "spki" }).toString("base64")}`);
    },
  },
  "licence-sign": {
    help: "licence-sign <private key file> <installation> <holder> <expiry or none> <organisations> <users> <devices>: prints a licence file",
    async runAlone([keyFile = "", installation, holder, expiry, ...amounts]) {
      const [companies, users, devices] = amounts.map(Number);
      const payload = licencePayload.parse({
        installation,
        holder,
        issuedAt: new Date().toISOString(),
        expiresAt: expiry === "none" ? null : new Date(expiry ?? "").toISOString(),
        limits: { companies, users, devices },
      });
      console.log(signLicence(payload, readFileSync(keyFile, "utf8")));
    },
  },
};

const run = async (): Promise<void> => {
  const [name = "", ...words] = process.argv.slice(2);
  const command = commands[name];
  if (!command) {
    for (const { help } of Object.values(commands)) console.log(help);
    process.exitCode = name === "" ? 0 : 1;
    return;
  }
  await command.runAlone?.(words);
  if (!command.run) return;
  const db = await openExisting(config.database);
  try {
    await checkLogSettings(db, config.dataDir, files);
    if (!command.anyLog) await checkLogKey(db, files);
    await command.run(db, words);
  } finally {
    await db.destroy();
  }
};

run().catch((fault: unknown) => {
  console.error(startLineOf(fault, config) ?? (fault instanceof Error ? fault.message : fault));
  process.exit(1);
});
