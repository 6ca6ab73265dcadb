import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeName, codes } from "#contract/codes.ts";
import { hashPassword } from "#server/auth/password.ts";
import { openSessions } from "#server/auth/sessions.ts";
import { readConfig } from "#server/config.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { Problem } from "#server/kit/problem.ts";
import { licencePayload, signLicence } from "#server/licence/licence.ts";
import { logKeys, signNewest, verifyLog } from "#server/log/logHead.ts";
import { openOperationLog } from "#server/log/operationLog.ts";

const files = readConfig(process.env).logHead;

type Command = (db: Db, words: readonly string[]) => Promise<void>;

const userNamed = async (db: Db, account: string) => {
  const user = await db.selectFrom("user").select(["id", "account", "company_id"]).where("account", "=", account).executeTakeFirst();
  if (!user) throw new Problem("notFound");
  return user;
};

/** Keeps in the operation log what the operator did, to whom: with the change or not at all. */
const logged = async (db: Db, command: string, whom: string, companyId: string | null, code: CodeName): Promise<void> => {
  const operationLog = await openOperationLog(db, logKeys(files.key).chain);
  await operationLog.write({
    at: Date.now(),
    userId: null,
    account: "operator command line",
    userName: "",
    companyId,
    address: "",
    call: `admin ${command}`,
    detail: JSON.stringify({ account: whom }),
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
        await logged(tx, name, user.account, user.company_id, "ok");
        return done;
      });
      console.log(result);
    } catch (fault) {
      await logged(db, name, account, null, fault instanceof Problem ? fault.code : "fault");
      throw fault instanceof Problem ? new Error(`there is no account ${account}`) : fault;
    } finally {
      await signNewest(db, files, Date.now());
    }
  };

const commands: Readonly<Record<string, { help: string; run: Command }>> = {
  "reset-password": {
    help: "reset-password <account>: makes up a new password and ends the account's sessions",
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
    async run(db, [count]) {
      const rows = await db
        .selectFrom("outbox")
        .selectAll()
        .orderBy("at", "desc")
        .limit(Number(count ?? 10))
        .execute();
      for (const row of rows) console.log(`${new Date(row.at).toISOString()}  ${row.channel}  ${row.recipient}  ${row.text}`);
    },
  },
  "verify-log": {
    help: "verify-log: checks the chain of the operation log",
    async run(db) {
      console.log(`${await verifyLog(db, files)} rows, the chain and its signed head hold`);
    },
  },
  "licence-keys": {
    help: "licence-keys: makes up a pair of keys for licences, for the vendor",
    async run() {
      const { publicKey, privateKey } = generateKeyPairSync("ed25519");
      console.log(privateKey.export({ format: "pem", type: "pkcs8" }));
      console.log(`LICENCE_PUBLIC_KEY=${publicKey.export({ format: "der", type: "spki" }).toString("base64")}`);
    },
  },
  "licence-sign": {
    help: "licence-sign <private key file> <installation> <holder> <expiry or none> <organisations> <users> <devices>: prints a licence file",
    async run(_db, [keyFile = "", installation, holder, expiry, ...amounts]) {
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
  const db = await openDatabase(join(readConfig(process.env).dataDir, "app.db"));
  try {
    await command.run(db, words);
  } finally {
    await db.destroy();
  }
};

run().catch((fault: unknown) => {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exit(1);
});
