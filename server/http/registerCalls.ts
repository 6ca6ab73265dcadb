import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CodeName } from "#contract/codes.ts";
import type { Call } from "#contract/kit/call.ts";
import { routeOf } from "#contract/kit/path.ts";
import { type Language, say } from "#contract/messages.ts";
import { pageHeader } from "#contract/realtime.ts";
import { device } from "#contract/resources/device.ts";
import { beginsJob } from "#contract/resources/job.ts";
import { browserCookie, markOf } from "#server/auth/knownBrowsers.ts";
import { pageCookie } from "#server/auth/pageTokens.ts";
import { openUploads } from "#server/files/uploads.ts";
import { askedOf, fieldsAsked } from "#server/http/asked.ts";
import { detailOf } from "#server/http/askedDetail.ts";
import { askedPath } from "#server/http/askedPath.ts";
import { fieldFaults } from "#server/http/fieldFaults.ts";
import { readMultipart } from "#server/http/multipart.ts";
import { isOwnOrigin, isTls } from "#server/http/ownOrigin.ts";
import { addressOf } from "#server/http/requestAddress.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
import type { Handler, HandlerContext, Implementation, Trace } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Operation } from "#server/log/operationLog.ts";
import { seenBy } from "#server/log/recordOwners.ts";
import { openRecordReach, type RecordReach } from "#server/log/recordReach.ts";
import type { Services } from "#server/services.ts";

export const languageSaid = (headers: IncomingHttpHeaders): Language =>
  (headers["accept-language"] ?? "").toLowerCase().startsWith("en") ? "en" : "zh";

export const languageOf = ({ headers }: FastifyRequest): Language => languageSaid(headers);

export const tokenOf = (request: FastifyRequest): string => {
  const { token } = request.headers;
  return typeof token === "string" ? token : "";
};

const pageOf = ({ headers }: FastifyRequest): string => {
  const page = headers[pageHeader];
  return typeof page === "string" ? page.slice(0, 64) : "";
};

const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === "object" && answer !== null && "body" in answer && "fileName" in answer;

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
    throw new Problem(call.path === device.calls.cmd.path ? "commandForbidden" : "forbidden");
};

/** Public calls need no token, which no foreign page could add: these too are refused when such a page makes them. */
const checkOrigin = (call: Call, request: FastifyRequest, { config }: Services): void => {
  if (call.kind === "write" && !isOwnOrigin(request.headers, request.host, config.publicUrl)) throw new Problem("forbidden");
};

/** What nobody expected is logged with a number that the answer names. */
export const unexpected = (fault: unknown, { failedCalls }: Services, path: string): Problem =>
  new Problem("fault", { data: { reference: failedCalls.note(fault, path) } });

/** Turns whatever was thrown into a Problem. */
const problemOf = (fault: unknown, services: Services, path: string): Problem =>
  fault instanceof Problem ? fault : unexpected(fault, services, path);

interface Met {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly call: Call;
  readonly at: number;
  readonly caller: Caller | undefined;
}

/** Told at its end, which is when it is written: the rows' times stand in their order. */
const operationOf = ({ services, request, call, at, caller }: Met, problem: Problem | undefined, detail: string): Operation => ({
  at: services.now(),
  userId: caller?.userId ?? null,
  account: caller?.account ?? "",
  userName: caller?.userName ?? "",
  companyId: caller?.companyId ?? null,
  address: addressOf(request),
  call: call.path,
  detail,
  code: problem ? Number(problem.envelope("en").code) : 0,
  milliseconds: Math.max(0, services.now() - at),
});

interface Told {
  readonly trace: Trace;
  readonly asked: unknown;
  /** Those whose records it was about, besides the caller's own. */
  readonly companies: string;
}

/** Refusals that say that somebody looked for what is not theirs, or guessed a password. */
const probes: ReadonlySet<CodeName> = new Set(["forbidden", "commandForbidden", "notFound", "passwordWrong", "loginRefused"]);

/** What is not refused before anything is done: a device was asked, a text was sent, or nobody knows how far it came. */
const attempted: ReadonlySet<CodeName> = new Set([
  ...(["fault", "deviceSilent", "deviceWaiting", "deviceRefused", "deliveryFailed", "commandsGone"] as const),
  ...(["slaveSilent", "slaveFunction", "slaveAddress", "slaveValue", "slaveFailure", "slaveException", "readBackDiffers"] as const),
  ...(["tuyaRefused", "tuyaUnreachable", "reportDiffers"] as const),
]);

const logCall = async (met: Met, problem: Problem | undefined, { trace, asked, companies }: Told): Promise<void> => {
  const { operationLog, refusedCalls } = met.services;
  if (met.call.preference && met.caller) return;
  const probe = met.call.kind === "read" && problem !== undefined && probes.has(problem.code);
  if (met.call.kind !== "write" && !(probe && met.caller)) return;
  const operation = {
    ...operationOf(met, problem, detailOf(asked, problem || !met.caller ? "refused" : "done", trace.detail, problem?.detail.fields)),
    ...(problem || !trace.change ? {} : { change: trace.change }),
    companies,
  };
  if (met.caller) return problem && !attempted.has(problem.code) ? refusedCalls.note(operation) : operationLog.write(operation);
  const named = { ...operation, account: trace.account ?? "", ...trace.owner };
  return problem ? refusedCalls.stranger(named) : operationLog.write(named);
};

interface Written {
  readonly resource: string;
  readonly call: Call;
  readonly caller: Caller;
  readonly reach: RecordReach | undefined;
  readonly page: string;
}

/** Other pages that show what was written hear of it. */
const tellRecords = async ({ changes }: Services, { resource, call, caller, reach, page }: Written): Promise<void> => {
  const seers = seenBy(resource);
  if (seers === "nobody else") return;
  const told = { kind: "records", resources: [resource, ...call.touches], page } as const;
  if (seers === "the user") return await changes.tell({ ...told, companyIds: [], userId: caller.userId });
  const companyIds = seers === "everybody" ? seers : [caller.companyId, ...(reach?.ids() ?? [])];
  await changes.tell({ ...told, companyIds, ...(seers === "those below too" ? { below: true } : {}) });
};

interface Answering {
  readonly resource: string;
  readonly call: Call;
  readonly handler: Handler;
  readonly services: Services;
}

const answerCall = async (
  { resource, call, handler, services }: Answering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const at = services.now();
  const language = languageOf(request);
  const trace: Trace = {};
  const held = openUploads(services.config.dataDir);
  let asked = askedOf(call, request);
  let caller: Caller | undefined;
  let problem: Problem | undefined;
  let answer: unknown;
  let reach: RecordReach | undefined;
  try {
    caller = await services.sessions.find(tokenOf(request));
    checkOrigin(call, request, services);
    authorise(call, caller);
    if (call.kind === "write" && !call.preference && services.operationLog.full())
      throw new Problem("fault", { message: "request.unlogged" });
    if (call.encoding === "multipart" && request.isMultipart()) {
      asked = fieldsAsked(call, await readMultipart(request, call, held));
    }
    if (asked.fault) throw asked.fault;
    const parsed = call.request.safeParse(asked.value);
    if (!parsed.success) throw new Problem("badRequest", { fields: fieldFaults(parsed.error, asked.value) });
    const signedIn = caller;
    const context: HandlerContext = {
      services,
      language,
      address: addressOf(request),
      browser: markOf(request.cookies[browserCookie]),
      page: request.cookies[pageCookie] ?? "",
      at,
      trace,
      signedIn,
      get caller() {
        if (!signedIn) throw new Problem("sessionEnded");
        return signedIn;
      },
    };
    if (call.kind === "write" && caller) reach = await openRecordReach(services.db, caller, resource, parsed.data);
    const given = await handler(parsed.data as never, context);
    answer = isFile(given) && call.answer === "file" ? given : call.response.parse(given);
  } catch (fault) {
    problem = problemOf(fault, services, call.path);
  } finally {
    await held.drop();
  }
  const companies = (await reach?.companies(answer, problem ? undefined : (trace.change ?? ""))) ?? "";
  await logCall({ services, request, call, at, caller }, problem, { trace, asked: asked.value, companies });
  if (call.kind === "write" && call.answer !== "file" && !beginsJob(call) && caller && !problem)
    await tellRecords(services, { resource, call, caller, reach, page: pageOf(request) });
  for (const cookie of trace.cookies ?? []) {
    reply.setCookie(cookie.name, cookie.value, {
      path: "/",
      sameSite: "strict",
      secure: isTls(services.config.publicUrl),
      httpOnly: cookie.httpOnly ?? false,
      ...(cookie.maxAge === undefined ? {} : { maxAge: cookie.maxAge }),
    });
  }
  if (problem) return reply.code(problem.status).send(problem.envelope(language));
  if (isFile(answer) && call.answer === "file") return sendFile(reply, answer);
  return reply.send({ code: 0, data: answer, message: say(language, "code.ok") });
};

/** Keeps a changing call in the operation log whose body was never read: too large, or in an encoding that nobody declared. */
export const logUnread = async (services: Services, call: Call, request: FastifyRequest, problem: Problem): Promise<void> => {
  if (call.kind !== "write") return;
  const at = services.now();
  const caller = await services.sessions.find(tokenOf(request));
  const detail = JSON.stringify({
    unread: problem.code,
    type: (request.headers["content-type"] ?? "").slice(0, 100),
    bytes: Number(request.headers["content-length"] ?? 0),
  });
  const operation = operationOf({ services, request, call, at, caller }, problem, detail);
  await (caller ? services.refusedCalls.note(operation) : services.refusedCalls.stranger(operation));
};

/** A path asked for by a method that it does not take is told which it does, before any body is read. */
export const refuseOtherMethods = (app: FastifyInstance, takenBy: ReadonlyMap<string, string>): void => {
  app.addHook("onRequest", async (request, reply) => {
    // What is no call may be the console's, whose files take every path.
    if (takenBy.has(request.routeOptions.url ?? "")) return;
    const path = askedPath(request);
    const taken = takenBy.get(path);
    if (taken === undefined || taken === request.method) return;
    const methods = taken === "GET" ? "GET, HEAD" : taken;
    const problem = new Problem("wrongMethod", { values: { path, method: request.method, methods } });
    await reply.code(problem.status).header("Allow", methods).send(envelopeOf(problem, request));
  });
};

/** Registers every call of the implementations, and nothing else is ever registered under /api. Answers the calls by their routes. */
export const registerCalls = (
  app: FastifyInstance,
  services: Services,
  implementations: readonly Implementation[],
): ReadonlyMap<string, Call> => {
  const routes = new Map<string, Call>();
  for (const { resource, handlers } of implementations) {
    for (const [verb, call] of Object.entries(resource.calls)) {
      const handler = handlers[verb];
      if (!handler) throw new Error(`${call.path} has no handler`);
      const url = routeOf(call.path);
      routes.set(url, call);
      const answering = { resource: resource.name, call, handler, services };
      app.route({ method: call.method, url, handler: (request, reply) => answerCall(answering, request, reply) });
    }
  }
  return routes;
};

export const envelopeOf = (problem: Problem, request: FastifyRequest): unknown => problem.envelope(languageOf(request));
