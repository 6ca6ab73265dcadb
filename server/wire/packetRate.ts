export interface PacketLimits {
  /** Packets a second that a connection may send for long. A packet counts once more for each `bytesAsPacket` bytes. */
  perSecond: number;
  /** Packets at once after a rest. */
  burst: number;
  bytesAsPacket: number;
  /** What a packet counts that carries nothing of the device's. */
  idleWeight: number;
  /** Such packets in a minute, beyond which the connection is closed. */
  idlePerMinute: number;
}

export const packetLimits: PacketLimits = { perSecond: 4000, burst: 8000, bytesAsPacket: 1024, idleWeight: 40, idlePerMinute: 3000 };

/** Packets at once of a device that takes little. */
const lightly = 64;

/** How much one connection sends. Times are milliseconds of a clock that never steps. */
export class PacketRate {
  #limits: PacketLimits;
  #left: number;
  #at: number;
  #idle = 0;
  #minuteEnds = 0;

  constructor(limits: PacketLimits, now: number) {
    this.#limits = limits;
    this.#left = limits.burst;
    this.#at = now;
  }

  /** Counts what was read. False: beyond reason, the connection is to be closed. */
  count(packets: number, idle: number, bytes: number, now: number): boolean {
    const { bytesAsPacket, idleWeight, idlePerMinute } = this.#limits;
    this.#refill(now);
    this.#left -= packets - idle + idle * idleWeight + bytes / bytesAsPacket;
    if (idle === 0) return true;
    if (now >= this.#minuteEnds) {
      this.#idle = 0;
      this.#minuteEnds = now + 60_000;
    }
    this.#idle += idle;
    return this.#idle <= idlePerMinute;
  }

  /** Milliseconds until more may be read; 0: now. */
  wait(now: number): number {
    this.#refill(now);
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left / this.#limits.perSecond) * 1000);
  }

  /** It sends more than a device does that has nothing but its readings. */
  get heavy(): boolean {
    return this.#left < this.#limits.burst - lightly;
  }

  /** It may send as much at once as ever. */
  rested(now: number): boolean {
    this.#refill(now);
    return this.#left >= this.#limits.burst;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#limits.burst, this.#left + ((now - this.#at) * this.#limits.perSecond) / 1000);
    this.#at = now;
  }
}
