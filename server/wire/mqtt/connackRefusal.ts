import type { AuthenticateError } from "aedes";
import type { LogInRefusal } from "#server/wire/deviceLogIn.ts";

const answers: Readonly<Record<LogInRefusal["refused"], readonly [3 | 4 | 5, string]>> = {
  unknown: [4, "wrong SN or password"],
  limited: [5, "too many wrong passwords"],
  disabled: [5, "the organisation is disabled or has expired"],
  unavailable: [3, "log-in is not available"],
};

/** The refusal of a log-in with the CONNACK's return code. */
export const connackRefusal = ({ refused }: LogInRefusal): AuthenticateError => refusal(...answers[refused]);

export const refusal = (returnCode: 3 | 4 | 5, message: string): AuthenticateError => Object.assign(new Error(message), { returnCode });
