import { readFileSync } from "node:fs";
import type { Guard } from "./find.ts";

export interface Excuse {
  file: string;
  /** A stretch of the file's source that holds the guard. */
  source: string;
  reason: string;
}

/** Guards that stand twice, or that keep out what cannot come: with one of them gone nothing changes. */
export const excused: readonly Excuse[] = [
  {
    file: "server/devices/deviceRows.ts",
    source: "const row = await selectRows(db, [id]).executeTakeFirst();\n  if (!row)",
    reason: "deviceInScope has refused what is not there; this is for a device that is deleted between the two reads",
  },
  {
    file: "server/http/registerCalls.ts",
    source: "if (!signedIn) throw",
    reason: "authorise has refused strangers; no public call asks for the caller without asking first whether there is one",
  },
  {
    file: "server/people/ownerProof.ts",
    source: '"id", "=", caller.userId).executeTakeFirst();\n  if (!row)',
    reason: "the session of a deleted user has ended; this is for a user who is deleted during the call",
  },
  {
    file: "server/people/profile.ts",
    source: 'if (newPhone !== "" && !(await phoneCodes.fits("auth", newPhone, request.verificationCode, asker))) throw',
    reason: "a code that does not fit is refused when it is to be used up, too; this tells of it before the password is judged",
  },
  {
    file: "server/people/terminalUsers.ts",
    source: "const before = await editable(db, caller, request.id);\n  checkVersion(before, request.version);",
    reason: "asked again within the transaction; this tells of it before the password is judged",
  },
  {
    file: "server/people/users.ts",
    source: "const before = await modifiableUser(db, caller, request.id);\n  checkVersion(before, request.version);",
    reason: "asked again within the transaction; this tells of it before the password is judged",
  },
  {
    file: "server/people/registration.ts",
    source: "await checkCompanyName(tx, rootCompanyId, fields.companyName);",
    reason: "checked before the code is used up, too; this is for a name that is taken between the two",
  },
  {
    file: "server/people/registration.ts",
    source: 'if (!(await services.phoneCodes.use("register", fields.phone, fields.verificationCode, asker)))',
    reason: "that the code fits was asked before; this is for a code that is used twice at once",
  },
  {
    file: "server/resources/auth.ts",
    source: "if (way === undefined) throw",
    reason: "that the code fits was asked before; this is for a code that is used twice at once",
  },
  {
    file: "server/resources/auth.ts",
    source: "if (!own) throw",
    reason: "a phone without an account is sent no code, so that none fits; this is for an account that is deleted after its code was sent",
  },
  {
    file: "server/resources/auth.ts",
    source: "callerOf(account.id, sessionId);\n    if (!caller)",
    reason: "firstFactor has refused who may not sign in; this is for who is stopped during the log-in",
  },
  {
    file: "server/people/registration.ts",
    source: "await checkRooms(db);",
    reason: "asked again within the transaction; this tells of a full licence before the code is used up",
  },
  {
    file: "server/main.ts",
    source: "checkDescriptors();",
    reason: "asked in a process of its own, where no guard can be taken away; the test of starts with few open files holds it",
  },
  {
    file: "server/postgres/connect.ts",
    source: "await checkPostgres(db);",
    reason: "asked on PostgreSQL alone, where no guard is taken away; tests/server/postgres holds it",
  },
  {
    file: "server/telemetry/embedded.ts",
    source: "checkVersion(file);",
    reason: "asked in a process of its own, where no guard can be taken away; the test of starts with readings of a newer version holds it",
  },
  {
    file: "server/system/startLine.ts",
    source: 'inner === outer || inner.startsWith(join(outer, "/"))',
    reason: "chooses the words of a message, and keeps nobody from anything",
  },
];

export const holds = ({ file, source }: Excuse, guard: Guard): boolean => {
  if (file !== guard.file) return false;
  const at = readFileSync(file, "utf8").indexOf(source);
  return at >= 0 && at <= guard.asked[0] && guard.asked[1] <= at + source.length;
};
