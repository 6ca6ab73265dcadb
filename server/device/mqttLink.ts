import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { FrameMeter } from "./frameMeter.ts";

/**
 * A device's socket as the broker sees it. aedes' parser collects a packet of any announced length, and a held acknowledgement does not
 * stop aedes from reading on; so the link cuts a packet that announces more than `limit` bytes and can stop reading.
 */
export class MqttLink extends Duplex {
  readonly remote: string;
  #socket: Socket;
  #limit: number;
  #tooLong: (announced: number) => void;
  #held = false;
  #ended = false;
  #frames = new FrameMeter();

  constructor(socket: Socket, limit: number, tooLong: (announced: number) => void) {
    super({ allowHalfOpen: false });
    this.remote = socket.remoteAddress ?? "";
    this.#socket = socket;
    this.#limit = limit;
    this.#tooLong = tooLong;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("end", () => this.#finish());
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.#ended || this.destroy());
    socket.pause();
  }

  /** The device has said goodbye. */
  get goodbye(): boolean {
    return this.#frames.ended;
  }

  hold(): void {
    this.#held = true;
    this.#socket.pause();
  }

  release(): void {
    this.#held = false;
    this.#socket.resume();
  }

  override _read(): void {
    if (!this.#held) this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  /** What came before the end is still read, also when the socket is gone by then. */
  #finish(): void {
    this.#ended = true;
    this.push(null);
  }

  #receive(chunk: Buffer): void {
    if (this.destroyed) return;
    const announced = this.#frames.longest(chunk);
    if (announced > this.#limit) {
      this.#tooLong(announced);
      this.destroy();
    } else if (!this.push(chunk)) this.#socket.pause();
  }
}
