import { Duplex } from "node:stream";
import type { Served, Turns } from "#server/kit/turns.ts";
import { type PacketLimits, PacketRate } from "#server/wire/packetRate.ts";
import { FrameReader } from "./frameReader.ts";

/** Packets and bytes of a portion: those that send much get less at a time. */
const portions = { light: { packets: 64, bytes: 32_768 }, heavy: { packets: 16, bytes: 16_384 } };
/** Bytes that wait here until they are read; beyond, the socket is not read. */
const mostUnread = 65_536;

export interface LinkOptions {
  remote: string;
  /** Bytes of a packet. */
  limit: number;
  turns: Turns;
  packets: PacketLimits;
  /** A packet that is no PUBLISH announces so many bytes; the link is destroyed. */
  tooLong(announced: number): void;
  /** More packets than any device has reason to send; the link is destroyed. */
  flooded(): void;
}

/**
 * A device's connection as the broker sees it. aedes takes whatever comes, packets of any announced length and as many at once as there
 * are; so the link hands its packets on in small portions when it is its turn, keeps to a rate, cuts what is too long, and can stop reading.
 */
export class MqttLink extends Duplex implements Served {
  readonly remote: string;
  #socket: Duplex;
  #options: LinkOptions;
  #frames: FrameReader;
  #rate: PacketRate;
  #chunks: Buffer[] = [];
  /** Read of the first chunk. */
  #offset = 0;
  #unread = 0;
  #wanted = false;
  #held = false;
  /** What follows a CONNECT waits until it is answered: aedes would judge it before it knows whose it is. */
  #connecting = false;
  #ended = false;
  /** The end has been handed on. */
  #finished = false;
  #resting: NodeJS.Timeout | undefined;

  constructor(socket: Duplex, options: LinkOptions) {
    super({ allowHalfOpen: false });
    this.remote = options.remote;
    this.#socket = socket;
    this.#options = options;
    this.#frames = new FrameReader(options.limit);
    this.#rate = new PacketRate(options.packets, performance.now());
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("end", () => this.#finish());
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.#ended || this.destroy());
    socket.pause();
    this.on("drain", () => this.#ask());
  }

  /** The device has said goodbye. */
  get goodbye(): boolean {
    return this.#frames.ended;
  }

  get heavy(): boolean {
    return this.#rate.heavy;
  }

  hold(): void {
    this.#held = true;
    this.#socket.pause();
  }

  release(): void {
    this.#held = false;
    this.#readOn();
    this.#ask(true);
  }

  /** The CONNECT is answered. */
  connected(): void {
    this.#connecting = false;
    this.#ask(true);
  }

  /** Hands on one portion. */
  serve(): void {
    if (!this.#mayServe()) return;
    const wait = this.#rate.wait(performance.now());
    if (wait > 0) return this.#rest(wait);
    const [chunk] = this.#chunks;
    if (!chunk) {
      this.#finished = true;
      this.push(null);
      return;
    }
    const portion = this.heavy ? portions.heavy : portions.light;
    const { parts, packets, idle, bytes, tooLong, connect } = this.#frames.read(chunk, this.#offset, portion.packets, portion.bytes);
    this.#offset += bytes;
    this.#unread -= bytes;
    if (this.#offset >= chunk.length) {
      this.#chunks.shift();
      this.#offset = 0;
    }
    if (tooLong > 0) {
      this.#options.tooLong(tooLong);
      this.destroy();
      return;
    }
    if (!this.#rate.count(packets, idle, bytes, performance.now())) {
      this.#options.flooded();
      this.destroy();
      return;
    }
    this.#connecting ||= connect;
    this.#readOn();
    const [part] = parts;
    if (part) {
      this.#wanted = false;
      this.push(parts.length === 1 ? part : Buffer.concat(parts));
    } else this.#ask(true);
  }

  override _read(): void {
    this.#wanted = true;
    this.#readOn();
    this.#ask(true);
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
    clearTimeout(this.#resting);
    this.#options.turns.forget(this);
    this.#chunks = [];
    this.#socket.destroy();
    done(error);
  }

  /** What came before the end is still read, also when the socket is gone by then. */
  #finish(): void {
    this.#ended = true;
    this.#ask(true);
  }

  #receive(chunk: Buffer): void {
    if (this.destroyed) return;
    this.#chunks.push(chunk);
    this.#unread += chunk.length;
    if (this.#unread >= mostUnread) this.#socket.pause();
    this.#ask();
  }

  #readOn(): void {
    if (!this.#held && this.#unread < mostUnread && this.#socket.isPaused()) this.#socket.resume();
  }

  /** A device that does not read what it is answered is not heard either. */
  #mayServe(): boolean {
    const has = this.#chunks.length > 0 || (this.#ended && !this.#finished);
    return (
      has && this.#wanted && !this.#held && !this.#connecting && !this.destroyed && !this.writableNeedDrain && this.#resting === undefined
    );
  }

  #ask(later = false): void {
    if (!this.#mayServe()) return;
    if (later) this.#options.turns.askLater(this);
    else this.#options.turns.ask(this);
  }

  #rest(milliseconds: number): void {
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#ask(true);
    }, milliseconds);
  }
}
