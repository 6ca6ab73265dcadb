import type { RequestOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import type { Me, UserType, user } from "#contract/resources/user.ts";
import { hashPassword } from "#server/auth/password.ts";
import { checkPassword } from "#server/auth/passwordPolicy.ts";
import type { Db } from "#server/db/open.ts";
import type { Asked, Caller } from "#server/kit/caller.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { changedAt, leadsElsewhere } from "#server/people/addressChange.ts";
import { noticeOfChange } from "#server/people/changeNotices.ts";
import { checkOwner, checkOwnPassword, ownAsker, ownRow } from "#server/people/ownerProof.ts";
import { checkVersion, restamped } from "#server/records/edits.ts";
import type { Services } from "#server/services.ts";
import { userTypeNames } from "#server/system/userTypeNames.ts";

type Profile = RequestOf<typeof user.calls.update>;

export const myself = async (db: Db, caller: Caller, language: Language): Promise<Me> => {
  const row = await ownRow(db, caller);
  const factor = await db.selectFrom("user_factor").select("confirmed_at").where("user_id", "=", row.id).executeTakeFirst();
  const { left } = await db
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("user_id", "=", row.id)
    .executeTakeFirstOrThrow();
  const totp = factor !== undefined && factor.confirmed_at !== null;
  return {
    id: row.id,
    account: row.account,
    type: row.type as UserType,
    userName: row.user_name,
    nickName: row.nick_name,
    avatar: row.avatar,
    phone: row.phone,
    email: row.email,
    authTypeName: userTypeNames[row.type]?.[language] ?? "",
    companyId: row.company_id,
    zone: caller.zone,
    paths: [...caller.grants],
    secondFactor: totp ? "totp" : row.second_factor === 1 ? "phone" : "none",
    recoveryCodes: left,
    createdAt: new Date(row.created_at).toISOString(),
    version: row.version,
  };
};

const logged = (row: { user_name: string; nick_name: string; phone: string; email: string; avatar: string }) => ({
  userName: row.user_name,
  nickName: row.nick_name,
  phone: row.phone,
  email: row.email,
  avatar: row.avatar,
});

/**
 * Another phone or e-mail address takes the password and the second factor, a phone besides the code that was sent to it. It ends the
 * other sessions; a phone that codes are sent to cannot be taken away.
 */
export const editProfile = async (services: Services, caller: Caller, request: Profile, { address, at }: Pick<Asked, "address" | "at">) => {
  const { db, phoneCodes, sessions } = services;
  const row = await ownRow(db, caller);
  checkVersion(row, request.version);
  const asker = ownAsker(caller, address);
  const elsewhere = leadsElsewhere(row, request);
  const newPhone = request.phone === row.phone ? "" : request.phone;
  let notify: (at: number) => void = () => undefined;
  if (elsewhere) {
    if (request.phone === "" && row.second_factor === 1) throw fieldProblem("phone", "rule.phone.required");
    if (newPhone !== "" && request.verificationCode === "") throw fieldProblem("verificationCode", "rule.code.required");
    // The code is used up last: what else is asked for may still be mended.
    if (newPhone !== "" && !(await phoneCodes.fits("auth", newPhone, request.verificationCode, asker))) throw new Problem("phoneCodeWrong");
    await checkOwner(services, caller, request, address);
    notify = await noticeOfChange(services, row, request, caller);
    if (newPhone !== "" && !(await phoneCodes.use("auth", newPhone, request.verificationCode, asker))) throw new Problem("phoneCodeWrong");
  }
  const values = {
    user_name: request.userName,
    nick_name: request.nickName,
    phone: request.phone,
    email: request.email,
    avatar: request.avatar,
  };
  await db.transaction().execute(async (tx) => {
    // Proofs take their time: what was read before them may be another version's by now.
    checkVersion(await ownRow(tx, caller), request.version);
    await tx
      .updateTable("user")
      .set({
        ...values,
        ...changedAt(row, request, services.believed()),
        ...(request.phone === row.phone ? {} : { proven_phone: request.phone }),
        ...restamped(row, caller, at),
      })
      .where("id", "=", row.id)
      .execute();
  });
  if (elsewhere) await sessions.endAll(row.id, caller.sessionId);
  notify(at);
  return { change: changeOf(logged(row), logged(values)) };
};

/** The password that was judged has to be the account's still: what replaced it meanwhile, a reset for one, is not undone. */
export const changeOwnPassword = async (
  services: Services,
  caller: Caller,
  request: { password: string; newPassword: string },
  asked: Pick<Asked, "address" | "at">,
): Promise<void> => {
  const { db, sessions } = services;
  const row = await checkOwnPassword(services, caller, request.password, asked.address);
  const about = { account: row.account, phone: row.phone, userName: row.user_name, companyId: row.company_id };
  await checkPassword(db, request.newPassword, about);
  const password_hash = await hashPassword(request.newPassword);
  await db.transaction().execute(async (tx) => {
    const now = await ownRow(tx, caller);
    if (now.password_hash !== row.password_hash) throw new Problem("passwordWrong");
    await tx
      .updateTable("user")
      .set({ password_hash, ...restamped(now, caller, asked.at) })
      .where("id", "=", now.id)
      .execute();
  });
  await sessions.endAll(row.id, caller.sessionId);
};
