import type { RegisterType } from "#contract/point/registers.ts";
import { Problem } from "#server/kit/problem.ts";
import { exceptionProblem } from "./exceptions.ts";
import { type FramingName, framings } from "./framing.ts";
import type { Ask } from "./linePoller.ts";
import type { Outcome } from "./modbusBus.ts";
import { most, requestPdu, type WriteRequest } from "./pdu.ts";
import { isBits } from "./polling.ts";
import type { PointRegisters } from "./pollingSettings.ts";
import { bitsOf, registersOf } from "./registerValue.ts";

/** A raw value, and the registers that it is for. */
export interface WrittenRegisters {
  readonly point: { readonly registers: PointRegisters };
  readonly raw: number | string | boolean;
}

/** One register or coil: what its bits become, and which of them are the command's. */
interface Cell {
  readonly address: number;
  readonly value: number;
  readonly mask: number;
}

export interface RegisterWrite {
  readonly type: "coil" | "holding";
  readonly address: number;
  readonly cells: readonly Cell[];
}

const whole = 0xffff;

const cellsOf = ({ point, raw }: WrittenRegisters): { type: RegisterType; cells: Cell[] } => {
  const { place } = point.registers;
  if (!place || (place.type !== "coil" && place.type !== "holding")) throw new Problem("notRegister");
  const { type, address } = place;
  if (isBits(type)) return { type, cells: [{ address, value: Number(raw) === 0 ? 0 : 1, mask: whole }] };
  const registers = registersOf(raw, point.registers);
  if (!registers) throw new Problem("registersUnfit");
  const masks = bitsOf(point.registers);
  return { type, cells: registers.map((value, i) => ({ address: address + i, value, mask: masks[i] ?? whole })) };
};

/** Runs of neighbouring registers and coils, each of which is one request. Throws where a point cannot be written. */
export const registerWrites = (points: readonly WrittenRegisters[]): RegisterWrite[] => {
  const writes: RegisterWrite[] = [];
  for (const type of ["coil", "holding"] as const) {
    const cells = new Map<number, Cell>();
    for (const written of points.map(cellsOf))
      for (const cell of written.type === type ? written.cells : []) {
        const held = cells.get(cell.address) ?? { value: 0, mask: 0 };
        cells.set(cell.address, {
          address: cell.address,
          value: (held.value & ~cell.mask) | (cell.value & cell.mask),
          mask: held.mask | cell.mask,
        });
      }
    const atOnce = type === "coil" ? most.writtenBits : most.writtenRegisters;
    let run: Cell[] = [];
    const close = (): void => {
      const [first] = run;
      if (first) writes.push({ type, address: first.address, cells: run });
      run = [];
    };
    for (const cell of [...cells.values()].filter(({ mask }) => mask !== 0).sort((one, other) => one.address - other.address)) {
      if (run.length === atOnce || cell.address !== (run.at(-1)?.address ?? cell.address - 1) + 1) close();
      run.push(cell);
    }
    close();
  }
  return writes;
};

const requestOf = ({ type, address }: RegisterWrite, values: readonly number[]): WriteRequest => {
  const [value = 0] = values;
  if (type === "coil")
    return values.length === 1 ? { fn: 5, address, value: value === 1 } : { fn: 15, address, values: values.map((bit) => bit === 1) };
  return values.length === 1 ? { fn: 6, address, value } : { fn: 16, address, values };
};

/** The frames that write the points, in hex, as far as they are known before the slave is read: of a register whose other bits stay, those count as 0. */
export const requestsOf = (slave: number, points: readonly WrittenRegisters[], framing: FramingName): string[] =>
  registerWrites(points).map((write) => {
    const request = requestOf(
      write,
      write.cells.map(({ value, mask }) => value & mask),
    );
    return framings[framing].frame({ unit: slave, request, transaction: 0 }, requestPdu(request)).toString("hex");
  });

const readBack = ({ type, address, cells }: RegisterWrite) => ({
  fn: type === "coil" ? (1 as const) : (3 as const),
  address,
  count: cells.length,
});

const valuesIn = (outcome: Outcome): number[] => {
  switch (outcome.kind) {
    case "bits":
      return outcome.bits.map(Number);
    case "registers":
      return outcome.registers;
    case "exception":
      throw exceptionProblem(outcome.code);
    case "closed":
      throw new Problem("deviceSilent");
    case "silent":
    case "written":
      throw new Problem("slaveSilent");
  }
};

/**
 * Writes and reads back. Bits that are not the command's stay as the slave has them. `begin` is asked before anything is written, and
 * throws where nobody waits any more. A write is sent once: where its answer is lost, what is read back tells whether it was done.
 */
export const writeRegisters = async (ask: Ask, slave: number, write: RegisterWrite, begin: () => void): Promise<void> => {
  const { cells } = write;
  const before = cells.every(({ mask }) => mask === whole) ? [] : valuesIn(await ask(slave, readBack(write)));
  const values = cells.map(({ value, mask }, i) => ((before[i] ?? 0) & ~mask) | (value & mask));
  begin();
  const outcome = await ask(slave, requestOf(write, values), 1);
  if (outcome.kind === "exception") throw exceptionProblem(outcome.code);
  if (outcome.kind === "closed") throw new Problem("deviceSilent");
  const after = valuesIn(await ask(slave, readBack(write)));
  if (cells.some(({ mask }, i) => ((after[i] ?? 0) & mask) !== ((values[i] ?? 0) & mask))) throw new Problem("readBackDiffers");
};
