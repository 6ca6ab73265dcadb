import { createHash, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import fastifyStatic from "@fastify/static";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import { limits } from "#contract/limits.ts";
import type { Config } from "#server/config.ts";
import { serveFiles } from "#server/files/serveFiles.ts";
import { askedPath, asksForCall } from "#server/http/askedPath.ts";
import { takeBodies } from "#server/http/body.ts";
import type { InFlight } from "#server/http/inFlight.ts";
import { limitCalls } from "#server/http/limitCalls.ts";
import type { Metrics } from "#server/http/metrics.ts";
import { multipartLimits } from "#server/http/multipart.ts";
import { answerOneByOne } from "#server/http/oneByOne.ts";
import { isTls } from "#server/http/ownOrigin.ts";
import { envelopeOf, logUnread, refuseOtherMethods, registerCalls, unexpected } from "#server/http/registerCalls.ts";
import { noteAddresses } from "#server/http/requestAddress.ts";
import { serveDocs } from "#server/http/serveDocs.ts";
import { noSuchCall, transportProblem } from "#server/http/transportProblem.ts";
import { openUnreadAnswers } from "#server/http/unreadAnswers.ts";
import { openUnreadRequests } from "#server/http/unreadRequests.ts";
import { implementations } from "#server/implementations.ts";
import type { Services } from "#server/services.ts";
import type { Health } from "#server/system/health.ts";
import { openWeixinCallback } from "#server/weixin/callback.ts";
import { serveWeixinCallback } from "#server/weixin/serveCallback.ts";
import type { PushSide } from "#server/wire/push/pushSide.ts";
import { servePosts } from "#server/wire/push/servePosts.ts";
import { tileOrigins } from "./mapTiles.ts";

const cspOf = ({ mapTiles: tiles, videoSources }: Pick<Config, "mapTiles" | "videoSources">) => ({
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", "data:", "blob:", ...(tiles ? tileOrigins(tiles.url) : [])],
    connectSrc: ["'self'", ...videoSources],
    // What a player has put together of a stream stands in the page itself.
    mediaSrc: ["'self'", "blob:", ...videoSources],
    workerSrc: ["'self'", "blob:"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    upgradeInsecureRequests: null,
  },
});

/** Of answers that are no page: what came as one all the same could load and run nothing. */
const barePolicy = "default-src 'none';base-uri 'none';object-src 'none';form-action 'none';frame-ancestors 'none'";

/** Takes the same time wherever the two differ. */
const sameText = (one: string, other: string): boolean => {
  const [left, right] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
};

/** Milliseconds that a request may take to come in, the slowest picture included: nobody holds a connection by sending drop by drop. */
const requestTimeout = 120_000;
const yearSeconds = 31_536_000;

export interface AppOptions {
  /** Folder of the built console; without it the server answers its calls alone. */
  readonly console?: string;
  readonly metrics?: Metrics;
  readonly health?: Pick<Health, "report">;
  readonly inFlight?: InFlight;
  /** Where devices post. */
  readonly push?: Pick<PushSide, "answer">;
}

/** The HTTP side: the calls of the contract, the console's files, and what an operator's monitoring asks for. */
export const buildApp = async (services: Services, options: AppOptions = {}): Promise<FastifyInstance> => {
  const loggerInstance: FastifyBaseLogger = services.log.child({}, { level: services.config.logLevel === "silent" ? "silent" : "warn" });
  const hops = services.config.trustProxy;
  const unreadRequests = openUnreadRequests();
  const app: FastifyInstance = fastify({
    loggerInstance,
    bodyLimit: limits.body.bytes,
    requestTimeout,
    clientErrorHandler: unreadRequests.failed,
    http: { requireHostHeader: false },
    // By then nothing is being answered any more: who has not even asked is not waited for.
    forceCloseConnections: true,
    return503OnClosing: false,
    // Proxies add to what came with the request, so only what the last of them wrote is to be believed.
    trustProxy: hops > 0 && ((_address, hop) => hop < hops),
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (_fault, request, reply) => {
      const problem = noSuchCall(request);
      (reply as FastifyReply).code(problem.status).send(envelopeOf(problem, request));
    },
  });
  unreadRequests.watch(app);
  noteAddresses(app);
  answerOneByOne(app);
  options.inFlight?.watch(app);
  const unread = openUnreadAnswers();
  unread.watch(app);
  const tls = isTls(services.config.publicUrl);
  await app.register(helmet, {
    contentSecurityPolicy: cspOf(services.config),
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    hsts: tls ? { maxAge: yearSeconds, includeSubDomains: true } : false,
    // Browsers heed it behind TLS only, and complain elsewhere.
    crossOriginOpenerPolicy: tls && { policy: "same-origin" },
  });
  await app.register(compress, {
    threshold: 1024,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(cookie);
  await app.register(multipart, { limits: multipartLimits });
  takeBodies(app);
  app.setErrorHandler(async (fault, request, reply) => {
    let problem = transportProblem(fault, request, calls.get(request.routeOptions.url ?? ""));
    const call = calls.get(request.routeOptions.url ?? "");
    if (problem.code === "fault") problem = unexpected(fault, services, askedPath(request));
    else if (call) await logUnread(services, call, request, problem);
    return reply.code(problem.status).send(envelopeOf(problem, request));
  });
  limitCalls(app, { isSession: services.sessions.has, unread });
  app.addHook("onSend", async (request, reply) => {
    if (!asksForCall(request)) return;
    if (calls.has(request.routeOptions.url ?? askedPath(request))) reply.header("Content-Security-Policy", barePolicy);
    if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
    // Pages go by this clock, which is the one that everything stored stands on.
    reply.header("Date", new Date(services.now()).toUTCString());
  });
  const calls = registerCalls(app, services, implementations);
  serveFiles(app, services.config.dataDir);
  serveDocs(app, services.config.publicUrl);
  refuseOtherMethods(app, new Map([...[...calls].map(([url, { method }]) => [url, method] as const), ["/api/docs", "GET"]]));
  if (options.push) await servePosts(app, options.push);
  await serveWeixinCallback(app, openWeixinCallback(services));
  app.get("/healthz", () => ({ status: "up" }));
  app.get("/readyz", async (_request, reply) => {
    const report = await options.health?.report();
    return reply.code(report === undefined || report.status === "ready" ? 200 : 503).send(report ?? { status: "ready" });
  });
  const { metrics } = options;
  const { metricsToken } = services.config;
  if (metrics)
    app.get("/metrics", async (request, reply) =>
      metricsToken === undefined || sameText(request.headers.authorization ?? "", `Bearer ${metricsToken}`)
        ? reply.type(metrics.contentType).send(await metrics.text())
        : reply.callNotFound(),
    );
  if (options.console && existsSync(join(options.console, "index.html"))) {
    await app.register(fastifyStatic, {
      root: options.console,
      preCompressed: true,
      setHeaders: (response, path) => {
        if (path.endsWith(".svg")) response.header("Content-Type", "image/svg+xml; charset=utf-8");
        const isAsset = /[/\\]assets[/\\]/.test(path);
        if (isAsset) response.header("Content-Security-Policy", barePolicy);
        response.header("Cache-Control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (asksForCall(request) || request.method !== "GET") {
      const problem = noSuchCall(request);
      return reply.code(problem.status).send(envelopeOf(problem, request));
    }
    // A script that an old page asks for is not to come as the page itself.
    const path = askedPath(request);
    const missing = /^\/assets(\/|$)/.test(path) || /\.\w+$/.test(path);
    return options.console && !missing ? reply.redirect("/") : reply.code(404).send({ status: "not found" });
  });
  return app;
};
