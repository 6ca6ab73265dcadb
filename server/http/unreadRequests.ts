import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Language } from "#contract/messages.ts";
import { languageSaid } from "#server/http/registerCalls.ts";
import { Problem } from "#server/kit/problem.ts";
import { pushPath } from "#server/wire/push/postRequest.ts";

/** What Node answers by itself, with nothing or with text of its own, in the envelope: each such answer ends its connection. */
export interface UnreadRequests {
  /** What came is no HTTP, or broke off. */
  failed(fault: NodeJS.ErrnoException, socket: Socket): void;
  watch(app: FastifyInstance): void;
}

const problems: Readonly<Record<string, Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Problem("slow"),
  HPE_HEADER_OVERFLOW: new Problem("headTooLong"),
};
const unread = new Problem("badRequest", { message: "request.unread" });
const noHost = new Problem("badRequest", { message: "request.noHost" });
const unexpected = new Problem("unexpected");

const headersOf = (body: string) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": Buffer.byteLength(body),
  Connection: "close",
});

const bodyOf = (problem: Problem, language: Language): string => JSON.stringify(problem.envelope(language));

/** Whoever connects a device reads English. */
const languageFor = ({ url, headers }: IncomingMessage): Language => (url?.startsWith(pushPath) ? "en" : languageSaid(headers));

export const openUnreadRequests = (): UnreadRequests => {
  const answers = new WeakMap<Socket, ServerResponse>();
  return {
    failed(fault, socket) {
      if (fault.code === "ECONNRESET" || socket.destroyed) return;
      const answer = answers.get(socket);
      const begun = answer?.headersSent === true && !answer.writableFinished;
      if (begun || !socket.writable) {
        socket.destroy();
        return;
      }
      const problem = problems[fault.code ?? ""] ?? unread;
      const body = bodyOf(problem, "en");
      const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head.join("")}\r\n${body}`, () => socket.destroy());
    },
    watch(app) {
      app.server.on("request", ({ socket }, answer) => answers.set(socket, answer));
      app.server.on("checkExpectation", (request: IncomingMessage, answer: ServerResponse) => {
        const body = bodyOf(unexpected, languageFor(request));
        answer.writeHead(unexpected.status, headersOf(body)).end(body);
      });
      app.addHook("onRequest", ({ raw }, reply, done) => {
        if (raw.headers.host !== undefined || raw.httpVersion !== "1.1") return done();
        const body = bodyOf(noHost, languageFor(raw));
        reply.code(noHost.status).headers(headersOf(body)).send(body);
      });
    },
  };
};
