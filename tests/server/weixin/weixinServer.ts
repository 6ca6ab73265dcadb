import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerHttp, type Troubled } from "#tests/server/badAnswers.ts";

export const access = { appId: "wx0123456789abcdef", appSecret: "0123456789abcdef0123456789abcdef" };
export const templateId = "TEMPLATE-1";

/** What WeChat takes for a keyword of a kind. */
export const fits: Readonly<Record<string, (value: string) => boolean>> = {
  thing: (value) => value !== "" && Array.from(value).length <= 20,
  short_thing: (value) => value !== "" && Array.from(value).length <= 5,
  const: (value) => value !== "" && Array.from(value).length <= 20,
  character_string: (value) => /^[\x20-\x7e]{1,32}$/.test(value),
  letter: (value) => /^[A-Za-z]{1,32}$/.test(value),
  number: (value) => /^\d{1,32}$/.test(value),
  name: (value) => /^\p{Script=Han}{1,10}$/u.test(value) || /^[A-Za-z]{1,20}$/.test(value),
  phrase: (value) => /^\p{Script=Han}{1,5}$/u.test(value),
  date: (value) => /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(value),
  time: (value) => /^(\d{4}-\d\d-\d\d )?\d\d:\d\d(:\d\d)?$/.test(value),
};

export interface Sent {
  readonly touser: string;
  readonly template_id: string;
  readonly url?: string;
  readonly client_msg_id: string;
  readonly data: Readonly<Record<string, { value: string }>>;
}

/** Stands in for WeChat and checks what it checks. */
export const openWeixinServer = async (troubled?: Troubled) => {
  const state = {
    /** Tokens that were given, the last of which lives. */
    tokens: 0,
    expiresIn: 7200,
    followers: new Set<string>(["o-follower-0001"]),
    keywords: new Set(["thing1", "thing2", "phrase3", "time4"]),
    scenes: [] as string[],
    /** Messages that were taken, each once. */
    taken: new Map<string, Sent>(),
    asked: 0,
    /** The answers that come next, whatever is asked of `send`; "hang" for none. */
    next: [] as (object | string)[],
  };
  const json = (text: string): Record<string, unknown> => JSON.parse(text);
  const tokenFault = (token: string | null) =>
    token === `T${state.tokens}` ? undefined : { errcode: 40001, errmsg: "invalid credential, access_token is invalid or not latest" };
  const calls: Record<string, (body: Record<string, unknown>, token: string | null) => object> = {
    "/cgi-bin/stable_token"(body) {
      if (body.grant_type !== "client_credential") return { errcode: 40002, errmsg: "invalid grant_type" };
      if (body.appid !== access.appId) return { errcode: 40013, errmsg: "invalid appid" };
      if (body.secret !== access.appSecret) return { errcode: 40125, errmsg: "invalid appsecret" };
      state.tokens += 1;
      return { access_token: `T${state.tokens}`, expires_in: state.expiresIn };
    },
    "/cgi-bin/qrcode/create"(body, token) {
      const fault = tokenFault(token);
      if (fault) return fault;
      const scene = (body.action_info as { scene: { scene_str: string } }).scene.scene_str;
      if (body.action_name !== "QR_STR_SCENE" || scene.length < 1 || scene.length > 64)
        return { errcode: 40053, errmsg: "invalid action info" };
      state.scenes.push(scene);
      return { ticket: "gQ", expire_seconds: body.expire_seconds, url: `http://weixin.qq.com/q/${state.scenes.length}` };
    },
    "/cgi-bin/message/template/send"(body, token) {
      state.asked += 1;
      const fault = tokenFault(token);
      if (fault) return fault;
      // The body is whatever was sent: what it lacks fails the test below.
      const message = body as unknown as Sent;
      if (message.template_id !== templateId) return { errcode: 40037, errmsg: "invalid template_id" };
      if (!/^o-/.test(message.touser)) return { errcode: 40003, errmsg: "invalid openid" };
      if (!state.followers.has(message.touser)) return { errcode: 43004, errmsg: "require subscribe" };
      for (const [name, { value }] of Object.entries(message.data)) {
        const suits = fits[name.replace(/\d+$/, "")];
        if (!state.keywords.has(name) || !suits?.(value)) return { errcode: 47003, errmsg: `argument invalid! data.${name}.value invalid` };
      }
      if (message.client_msg_id.length > 32) return { errcode: 47001, errmsg: "data format error" };
      if (!state.taken.has(message.client_msg_id)) state.taken.set(message.client_msg_id, message);
      return { errcode: 0, errmsg: "ok", msgid: 200228332 };
    },
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const url = new URL(request.url ?? "", "http://weixin");
    const call = calls[url.pathname];
    if (request.method !== "POST" || !call) return response.writeHead(404).end();
    if (url.pathname.endsWith("send") && state.next.length > 0) state.asked += 1;
    const scripted = url.pathname.endsWith("send") ? state.next.shift() : undefined;
    if (scripted === "hang") return;
    if (scripted !== undefined) return response.end(typeof scripted === "string" ? scripted : JSON.stringify(scripted));
    const asked = Buffer.concat(parts).toString();
    const answer = JSON.stringify(call(json(asked), url.searchParams.get("access_token")));
    if (troubled && url.pathname.endsWith("send")) return answerHttp(troubled, asked, response, 200, answer);
    response.end(answer);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    state,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
