import type { Duplex } from "node:stream";
import { addressBlock } from "#server/kit/addressBlock.ts";

/** Connections over which nothing has signed in yet: whoever reaches the port can open any number of them and keep silent. */
export class Openings {
  #places = new Map<string, Set<Duplex>>();
  #placeOf = new WeakMap<Duplex, string>();

  add(socket: Duplex, remote: string): void {
    const place = addressBlock(remote);
    const held = this.#places.get(place) ?? new Set();
    this.#places.set(place, held.add(socket));
    this.#placeOf.set(socket, place);
    socket.once("close", () => this.delete(socket));
  }

  delete(socket: Duplex): void {
    const place = this.#placeOf.get(socket) ?? "";
    const held = this.#places.get(place);
    if (held?.delete(socket) && held.size === 0) this.#places.delete(place);
  }

  /** Closes the oldest one of the address that has most of them. False: there is none. */
  makeRoom(): boolean {
    let most: Set<Duplex> | undefined;
    for (const held of this.#places.values()) if (held.size > (most?.size ?? 0)) most = held;
    const [oldest] = most ?? [];
    if (!oldest) return false;
    this.delete(oldest);
    oldest.destroy();
    return true;
  }
}
