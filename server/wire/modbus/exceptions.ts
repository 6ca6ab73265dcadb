import type { CodeName } from "#contract/codes.ts";
import type { FaultCode } from "#contract/messages.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Fault } from "#server/wire/protocol.ts";

const known: Readonly<Record<number, CodeName & FaultCode>> = { 1: "slaveFunction", 2: "slaveAddress", 3: "slaveValue", 4: "slaveFailure" };

/** 5 and 6: it is busy and will do. */
export const isBusy = (code: number): boolean => code === 5 || code === 6;

/** 10 and 11: a gateway on the line says that the slave does not answer it. */
export const isUnreached = (code: number): boolean => code === 10 || code === 11;

const digits = (code: number): string => String(code).padStart(2, "0");

export const exceptionFault = (slave: number, address: string, code: number): Fault => ({
  code: known[code] ?? "slaveException",
  values: { slave, address, code: digits(code) },
});

export const exceptionProblem = (code: number): Problem =>
  new Problem(known[code] ?? "slaveException", { values: { reason: digits(code) } });
