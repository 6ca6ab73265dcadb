import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { lookOf } from "#contract/kit/accountLook.ts";
import type { Call, ResponseOf } from "#contract/kit/call.ts";
import { filledPath, pathFields } from "#contract/kit/path.ts";
import { declaredFields, encodeFields } from "#contract/kit/wire.ts";
import type { Language } from "#contract/messages.ts";
import { auth } from "#contract/resources/auth.ts";
import { readConfig } from "#server/config.ts";
import { type Gatehouse, type StartOptions, startGatehouse } from "#server/gatehouse.ts";
import { newId } from "#server/kit/newId.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { ownDatabase } from "#tests/server/database.ts";
import { adminPassword, quickHash } from "#tests/server/password.ts";

export { adminPassword };

export interface Answer<Data = unknown> {
  status: number;
  code: number;
  /** Of the declared shape when the code is 0; nothing where the answer is a file. */
  data: Data;
  message: string;
  /** What a 400 says of the request's fields. */
  fields: { path: string; message: string }[];
}

export interface Asked {
  token?: string;
  language?: Language;
}

export interface NewUser {
  account: string;
  type?: number;
  companyId?: string;
  roles?: readonly string[];
  phone?: string;
  secondFactor?: boolean;
  password?: string;
}

export interface Site {
  readonly gatehouse: Gatehouse;
  readonly base: string;
  readonly folder: string;
  /** What tells an operator's command where the records are. */
  readonly variables: Readonly<Record<string, string>>;
  /** As the console asks: of the request's fields those that the call has. */
  ask<C extends Call>(call: C, request?: object, asked?: Asked): Promise<Answer<ResponseOf<C>>>;
  /** The token of a real log-in, captcha included. */
  signIn(account: string, password: string): Promise<string>;
  addCompany(name: string, parent?: string): Promise<string>;
  addUser(user: NewUser): Promise<string>;
  /** Stops the server and starts it again on the same data. */
  restart(options?: StartOptions, variables?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** Where streams may come from. */
export const videoSource = "https://video.example.com";

/** Nothing listens there. */
const nowhere = "http://127.0.0.1:1";

const fieldsOf = (data: unknown): Answer["fields"] =>
  typeof data === "object" && data !== null && "fields" in data && Array.isArray(data.fields) ? data.fields : [];

/** Fields that the path names stand there, the others behind it. */
export const addressOf = (path: string, fields: Readonly<Record<string, string>>): string => {
  const behind = Object.entries(fields).filter(([name]) => !pathFields(path).includes(name));
  return `${filledPath(path, fields)}?${new URLSearchParams(behind)}`;
};

const pageCalls: readonly string[] = [auth.calls.send_register_code.path, auth.calls.send_reset_pass_code.path];

/** The token that a page before the log-in comes with. */
export const pageCookieOf = async (base: string): Promise<string> => {
  const { headers } = await fetch(`${base}${auth.calls.query_main.path}`);
  return (
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("page="))
      ?.split(";")[0] ?? ""
  );
};

const answerOf = async <Data>(response: Response): Promise<Answer<Data>> => {
  if (!(response.headers.get("content-type") ?? "").includes("json")) {
    await response.arrayBuffer();
    return { status: response.status, code: 0, data: undefined as Data, message: "", fields: [] };
  }
  const body = (await response.json()) as Pick<Answer<Data>, "code" | "data" | "message">;
  return { status: response.status, ...body, fields: fieldsOf(body.data) };
};

export interface SiteOptions extends StartOptions {
  readonly variables?: Record<string, string>;
  /** On a database without anything in it; without this one that had its first start. */
  readonly first?: boolean;
}

/** The real server on free ports with a folder of its own. */
export const openSite = async ({ variables = {}, first = false, ...options }: SiteOptions = {}): Promise<Site> => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-"));
  const database = await ownDatabase(folder, first ? "nothing" : "basics");
  const configOf = (more: Record<string, string>) =>
    readConfig(
      {
        DATA_DIR: folder,
        PORT: "0",
        MQTT_PORT: "0",
        HOST: "127.0.0.1",
        ADMIN_PASSWORD: adminPassword,
        LOG_LEVEL: "silent",
        VIDEO_SOURCES: videoSource,
        WEIXIN_API: nowhere,
        ...database.variables,
        ...variables,
        ...more,
      },
      join(folder, "none"),
    );
  const start = (more: StartOptions, moreVariables: Record<string, string> = {}): Promise<Gatehouse> =>
    startGatehouse(configOf(moreVariables), pino({ level: "silent" }), { ...options, ...more });
  let gatehouse = await start({});
  const base = (): string => `http://127.0.0.1:${gatehouse.httpPort}`;
  const ask = async <C extends Call>(
    call: C,
    given: object = {},
    { token = "", language = "zh" }: Asked = {},
  ): Promise<Answer<ResponseOf<C>>> => {
    const headers = {
      token,
      "Accept-Language": language === "en" ? "en-US" : "zh-CN",
      ...(pageCalls.includes(call.path) ? { Cookie: await pageCookieOf(base()) } : {}),
    };
    const request = declaredFields(call.request, given);
    if (call.method === "GET") return answerOf(await fetch(`${base()}${addressOf(call.path, encodeFields(request))}`, { headers }));
    if (call.encoding === "multipart") {
      const body = new FormData();
      for (const [name, value] of Object.entries(request)) body.append(name, value instanceof Blob ? value : String(value));
      return answerOf(await fetch(`${base()}${call.path}`, { method: "POST", headers, body }));
    }
    const [type, body] =
      call.encoding === "json" || call.encoding === "raw"
        ? [call.encoding === "json" ? "application/json" : "text/plain", JSON.stringify(request)]
        : ["application/x-www-form-urlencoded", new URLSearchParams(encodeFields(request)).toString()];
    return answerOf(await fetch(`${base()}${call.path}`, { method: "POST", headers: { ...headers, "Content-Type": type }, body }));
  };
  return {
    folder,
    variables: { DATA_DIR: folder, ...database.variables },
    get gatehouse() {
      return gatehouse;
    },
    get base() {
      return base();
    },
    ask,
    async signIn(account, password) {
      const random = newId();
      await gatehouse.services.captchas.draw(random);
      const code = (await gatehouse.services.captchas.peek(random)) ?? "";
      const answer = await ask(auth.calls.login, { username: account, password, random, code });
      if (answer.code !== 0 || answer.data.token === undefined) throw new Error(`log-in of ${account}: ${answer.code} ${answer.message}`);
      return answer.data.token;
    },
    async addCompany(name, parent = rootCompanyId) {
      const { db } = gatehouse.services;
      const { path } = await db.selectFrom("company").select("path").where("id", "=", parent).executeTakeFirstOrThrow();
      const id = newId();
      await db
        .insertInto("company")
        .values({
          id,
          parent_id: parent,
          path: `${path}${id}/`,
          name,
          enabled: 1,
          expires_at: null,
          zone: "Asia/Shanghai",
          created_at: Date.now(),
          updated_at: Date.now(),
          updated_by: "",
        })
        .execute();
      return id;
    },
    async addUser({
      account,
      type = 0,
      companyId = rootCompanyId,
      roles = ["role-administrator"],
      phone = "",
      secondFactor = false,
      password = "secret1",
    }) {
      const { db } = gatehouse.services;
      const id = newId();
      await db
        .insertInto("user")
        .values({
          id,
          company_id: companyId,
          account,
          look: lookOf(account),
          user_name: account,
          nick_name: account,
          phone,
          email: "",
          avatar: "",
          type,
          password_hash: await quickHash(password),
          enabled: 1,
          second_factor: secondFactor ? 1 : 0,
          created_at: Date.now(),
          updated_at: Date.now(),
          updated_by: "",
        })
        .execute();
      for (const role_id of roles) await db.insertInto("user_role").values({ user_id: id, role_id }).execute();
      return id;
    },
    async restart(more = {}, moreVariables = {}) {
      await gatehouse.stop();
      gatehouse = await start(more, moreVariables);
    },
    async close() {
      await gatehouse.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
