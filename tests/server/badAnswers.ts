import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** What a provider does with a message instead of answering it once and soon. */
export const badAnswers = ["hangs", "refuses", "closes", "breaks off", "answers late", "answers twice"] as const;
export type BadAnswer = (typeof badAnswers)[number];

/** What providers are up to with messages that hold a word; with the others they do what they are for. */
export class Troubled {
  bad: BadAnswer | undefined;
  readonly #words: readonly string[];
  #waiting: (() => void)[] = [];

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  of(message: string): BadAnswer | undefined {
    return this.#words.some((word) => message.includes(word)) ? this.bad : undefined;
  }

  wait(answer: () => void): void {
    this.#waiting.push(answer);
  }

  /** Messages that nobody has answered. */
  get waiting(): number {
    return this.#waiting.length;
  }

  answerAll(): void {
    for (const answer of this.#waiting.splice(0)) answer();
  }
}

/** Answers by HTTP with a body, unless the message is one that has trouble. */
export const answerHttp = (troubled: Troubled, message: string, response: ServerResponse, status: number, body: string): void => {
  const { socket } = response;
  const answer = (): void => {
    response.writeHead(status).end(body);
  };
  switch (troubled.of(message)) {
    case undefined:
      return answer();
    case "hangs":
    case "answers late":
      return troubled.wait(answer);
    case "refuses":
      return void response.writeHead(503).end("busy");
    case "closes":
      return void socket?.destroy();
    case "breaks off":
      response.writeHead(200, { "Content-Length": body.length + 100 }).write(body);
      return void setImmediate(() => socket?.destroy());
    case "answers twice": {
      const whole = `HTTP/1.1 ${status} OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      return void socket?.write(whole + whole);
    }
  }
};

interface Letter {
  readonly to: string[];
  data: string;
}

/** A mail server that takes every letter, word by word as RFC 5321 has it. */
export const openTroubledMail = async (troubled: Troubled) => {
  const letters: Letter[] = [];
  const sockets = new Set<Socket>();
  const answer = (socket: Socket, letter: Letter): void => {
    const taken = (): void => void socket.write("250 2.0.0 taken\r\n");
    switch (troubled.of(letter.to.join())) {
      case undefined:
        return taken();
      case "hangs":
      case "answers late":
        return troubled.wait(taken);
      case "refuses":
        return void socket.write("451 4.3.2 busy\r\n");
      case "closes":
        return void socket.destroy();
      case "breaks off":
        socket.write("250 2.0");
        return void setImmediate(() => socket.destroy());
      case "answers twice":
        return void socket.write("250 2.0.0 taken\r\n250 2.0.0 taken\r\n");
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    let [text, body] = ["", false];
    let letter: Letter = { to: [], data: "" };
    const take = (line: string): void => {
      if (body) {
        if (line !== ".") {
          letter.data += `${line}\r\n`;
          return;
        }
        body = false;
        letters.push(letter);
        answer(socket, letter);
        letter = { to: [], data: "" };
        return;
      }
      const [verb = ""] = line.toUpperCase().split(/[ :]/);
      if (verb === "RCPT") letter.to.push(line.replace(/^.*<(.*)>.*$/, "$1"));
      body = verb === "DATA";
      const replies: Readonly<Record<string, string>> = {
        EHLO: "250-mail\r\n250 AUTH PLAIN",
        AUTH: "235 2.7.0 ok",
        DATA: "354 go on",
        QUIT: "221 bye",
      };
      socket.write(`${replies[verb] ?? "250 ok"}\r\n`);
      if (verb === "QUIT") socket.end();
    };
    socket.write("220 mail\r\n");
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        take(line);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://console:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
