import { connect, type Socket } from "node:net";
import { type Controls, slaveNames } from "./compressors.ts";
import { answerTo } from "./slaveAnswers.ts";

interface Options {
  readonly port: number;
  readonly sn: string;
  failed(fault: Error): void;
}

export interface ModbusGateway {
  stop(): void;
}

const againMs = 3_000;

/** One simulated serial gateway: it dials in, registers with its SN, and its slaves answer what they are asked over the line. */
export const openModbusGateway = ({ port, sn, failed }: Options): ModbusGateway => {
  const slaves = new Map(slaveNames.map((_, at): [number, Controls] => [at + 1, { run: at < 2, pressure: 0.7 }]));
  let socket: Socket | undefined;
  let again: NodeJS.Timeout | undefined;
  let stopping = false;
  const dial = (): void => {
    const line = connect({ port, host: "127.0.0.1", noDelay: true });
    socket = line;
    line.on("connect", () => line.write(`${sn}\r\n`));
    // The server asks one thing at a time, and waits for its answer: what comes at once is one frame.
    line.on("data", (frame) => {
      const answer = answerTo(frame, slaves, Date.now());
      if (answer) line.write(answer);
    });
    line.on("error", (fault) => {
      if (!stopping) failed(fault);
    });
    line.on("close", () => {
      if (!stopping) again = setTimeout(dial, againMs);
    });
  };
  dial();
  return {
    stop() {
      stopping = true;
      clearTimeout(again);
      socket?.destroy();
    },
  };
};
