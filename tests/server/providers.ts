import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { answerHttp, type Troubled } from "./badAnswers.ts";

export interface SmsRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A gateway as an operator runs it: it tells what it was asked and answers as it is told to. */
export const openGateway = async (troubled?: Troubled) => {
  const requests: SmsRequest[] = [];
  /** `status` 0: it takes the request and never answers. */
  const answer = { status: 200, body: '{"code":"OK"}', location: "" };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const body = Buffer.concat(parts).toString();
      requests.push({ method, url, headers, body });
      if (answer.status === 0) return;
      if (troubled) return answerHttp(troubled, `${url} ${body}`, response, answer.status, answer.body);
      response.writeHead(answer.status, answer.location ? { Location: answer.location } : {}).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

export interface Letter {
  from: string;
  to: string[];
  data: string;
}

/** A mail server that takes letters from who signs in as console/secret alone. */
export const openMail = async () => {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "console" && password === "secret" ? done(null, { user: username }) : done(new Error("wrong user or password")),
    onRcptTo: ({ address }, _session, done) => (address.endsWith("@refused.example") ? done(new Error("no such mailbox")) : done()),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          data: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: (user: string) => `smtp://${user}@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    letters,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};

export const decoded = (letter: Letter | undefined): string => {
  const [head = "", ...lines] = (letter?.data ?? "").split("\r\n\r\n");
  const body = lines.join("\r\n\r\n");
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString();
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body;
  const bytes = body.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
};
