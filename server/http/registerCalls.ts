import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { decodeFields } from "#contract/kit/wire.ts";
import { isMessageId, type Language, say } from "#contract/messages.ts";
import { readMultipart } from "#server/http/multipart.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer, Handler, HandlerContext, Implementation, Trace } from "#server/kit/implement.ts";
import { type FieldFault, Problem } from "#server/kit/problem.ts";
import type { Services } from "#server/services.ts";

const languageOf = (request: FastifyRequest): Language =>
  (request.headers["accept-language"] ?? "").toLowerCase().startsWith("en") ? "en" : "zh";

const tokenOf = (request: FastifyRequest): string => {
  const { token } = request.headers;
  return typeof token === "string" ? token : "";
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const faultsOf = (error: z.core.$ZodError): FieldFault[] =>
  error.issues.map((issue) => {
    const params = issue.code === "custom" ? (issue.params ?? {}) : issue.code === "too_big" ? { max: Number(issue.maximum) } : {};
    const values = Object.fromEntries(
      Object.entries(params).filter((entry): entry is [string, string | number] => ["string", "number"].includes(typeof entry[1])),
    );
    return { path: issue.path.join("."), message: isMessageId(issue.message) ? issue.message : "rule.invalid", values };
  });

/** The flat request of a call, from whatever body it came in: the declared encoding, or JSON. */
const requestOf = async (call: Call, request: FastifyRequest): Promise<unknown> => {
  if (call.method === "GET")
    return decodeFields(call.request, {
      ...(isRecord(request.query) ? request.query : {}),
      ...(isRecord(request.params) ? request.params : {}),
    });
  const { body } = request;
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return body ?? {};
  if (call.encoding === "multipart") return decodeFields(call.request, await readMultipart(request));
  if (call.encoding === "raw" && typeof body === "string") {
    try {
      const value: unknown = JSON.parse(body);
      return isRecord(value) ? value : { ids: Array.isArray(value) ? value : [value] };
    } catch {
      throw new Problem("badRequest");
    }
  }
  return decodeFields(call.request, isRecord(body) ? body : {});
};

const secretName = /pass|psw|token|^code$|verify/i;

const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, secretName.test(name) ? "***" : withoutSecrets(part)]));
};

const longestDetail = 4000;
const detailOf = (trace: Trace, asked: unknown): string =>
  (trace.detail ?? JSON.stringify(withoutSecrets(asked)) ?? "").slice(0, longestDetail);

const isFile = (answer: unknown): answer is FileAnswer => isRecord(answer) && "body" in answer && "fileName" in answer;

const sendFile = (reply: FastifyReply, file: FileAnswer): FastifyReply =>
  reply
    .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    .header("X-Content-Type-Options", "nosniff")
    .type(file.contentType)
    .send(file.body);

const authorise = (call: Call, caller: Caller | undefined): void => {
  if (call.access === "public") return;
  if (!caller) throw new Problem("sessionEnded");
  if (call.access === "granted" && !caller.grants.has(call.path))
    throw new Problem(call.path === "/api/device/cmd" ? "commandForbidden" : "forbidden");
};

/** Turns whatever was thrown into a Problem; what nobody expected is logged with a number that the answer names. */
const problemOf = (fault: unknown, services: Services, path: string): Problem => {
  if (fault instanceof Problem) return fault;
  const reference = randomUUID();
  services.log.error({ err: fault, call: path, reference }, "call failed");
  return new Problem("fault", { data: { reference } });
};

const answerCall = async (
  call: Call,
  handler: Handler,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const at = services.now();
  const language = languageOf(request);
  const trace: Trace = {};
  let caller: Caller | undefined;
  let asked: unknown = null;
  let problem: Problem | undefined;
  let answer: unknown;
  try {
    caller = await services.sessions.find(tokenOf(request));
    authorise(call, caller);
    asked = await requestOf(call, request);
    const parsed = call.request.safeParse(asked);
    if (!parsed.success) throw new Problem("badRequest", { fields: faultsOf(parsed.error) });
    const signedIn = caller;
    const context: HandlerContext = {
      services,
      language,
      address: request.ip,
      at,
      trace,
      get caller() {
        if (!signedIn) throw new Problem("sessionEnded");
        return signedIn;
      },
    };
    const given = await handler(parsed.data as never, context);
    answer = isFile(given) && call.answer === "file" ? given : call.response.parse(given);
  } catch (fault) {
    problem = problemOf(fault, services, call.path);
  }
  if (call.kind === "write" || problem?.code === "forbidden" || problem?.code === "commandForbidden") {
    await services.operationLog.write({
      at,
      userId: caller?.userId ?? null,
      account: caller?.account ?? trace.account ?? "",
      userName: caller?.userName ?? "",
      companyId: caller?.companyId ?? null,
      address: request.ip,
      call: call.path,
      detail: detailOf(trace, asked),
      change: problem ? "" : (trace.change ?? ""),
      code: problem ? Number(problem.envelope("en").code) : 0,
      milliseconds: Math.max(0, services.now() - at),
    });
  }
  for (const cookie of trace.cookies ?? []) {
    reply.setCookie(cookie.name, cookie.value, {
      path: "/",
      sameSite: "lax",
      ...(cookie.maxAge === undefined ? {} : { maxAge: cookie.maxAge }),
    });
  }
  if (problem) return reply.code(problem.status).send(problem.envelope(language));
  if (isFile(answer) && call.answer === "file") return sendFile(reply, answer);
  return reply.send({ code: 0, data: answer, message: say(language, "code.ok") });
};

/** Registers every call of the implementations, and nothing else is ever registered under /api. */
export const registerCalls = (app: FastifyInstance, services: Services, implementations: readonly Implementation[]): void => {
  for (const { resource, handlers } of implementations) {
    for (const [verb, call] of Object.entries(resource.calls)) {
      const handler = handlers[verb];
      if (!handler) throw new Error(`${call.path} has no handler`);
      app.route({
        method: call.method,
        url: call.path.replace(/\{(\w+)\}/g, ":$1"),
        handler: (request, reply) => answerCall(call, handler, services, request, reply),
      });
    }
  }
};

export const envelopeOf = (problem: Problem, request: FastifyRequest): unknown => problem.envelope(languageOf(request));
