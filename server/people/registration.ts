import { lookOf } from "#contract/kit/accountLook.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import type { auth } from "#contract/resources/auth.ts";
import type { Asker } from "#server/auth/asker.ts";
import { hashPassword } from "#server/auth/password.ts";
import { checkPassword } from "#server/auth/passwordPolicy.ts";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";
import { Problem } from "#server/kit/problem.ts";
import { checkRoom } from "#server/licence/licence.ts";
import { creationOf } from "#server/log/changeOf.ts";
import { checkCompanyName } from "#server/people/companies.ts";
import { checkAccount } from "#server/people/userRules.ts";
import type { Services } from "#server/services.ts";
import { rootCompanyId } from "#server/system/seed.ts";

type Registration = RequestOf<typeof auth.calls.register>;

const ownerType = 5;

/**
 * A new organisation below the platform's own, with its owner, whose account is the phone. Nothing is said about names before the code
 * is right, and the code is used up only once all else fits. Answers the organisation and what was made.
 */
export const register = async (
  services: Services,
  fields: Registration,
  asker: Asker,
  at: number,
): Promise<{ companyId: string; change: string }> => {
  const { db } = services;
  const about = { account: fields.phone, userName: fields.userName, companyName: fields.companyName };
  if (!(await services.phoneCodes.fits("register", fields.phone, fields.verificationCode, asker))) throw new Problem("phoneCodeWrong");
  await checkPassword(db, fields.password, about);
  const checkRooms = async (on: Db): Promise<void> => {
    await checkRoom(on, services, "companies");
    await checkRoom(on, services, "users");
  };
  await checkRooms(db);
  await checkCompanyName(db, rootCompanyId, fields.companyName);
  if (!(await services.phoneCodes.use("register", fields.phone, fields.verificationCode, asker))) throw new Problem("phoneCodeWrong");
  const password_hash = await hashPassword(fields.password);
  return db.transaction().execute(async (tx) => {
    await checkRooms(tx);
    await checkAccount(tx, fields.phone);
    await checkCompanyName(tx, rootCompanyId, fields.companyName);
    const { path, zone } = await tx
      .selectFrom("company")
      .select(["path", "zone"])
      .where("id", "=", rootCompanyId)
      .executeTakeFirstOrThrow();
    const [companyId, userId] = [newId(at), newId(at)];
    const stamps = { created_at: at, updated_at: at, updated_by: fields.userName };
    await tx
      .insertInto("company")
      .values({
        id: companyId,
        parent_id: rootCompanyId,
        path: `${path}${companyId}/`,
        name: fields.companyName,
        level: fields.companyLevel,
        enabled: 1,
        expires_at: null,
        zone,
        register_type: fields.userRegisterType,
        data_restrict: fields.dataRestrict,
        ...stamps,
      })
      .execute();
    await tx
      .insertInto("user")
      .values({
        id: userId,
        company_id: companyId,
        account: fields.phone,
        look: lookOf(fields.phone),
        user_name: fields.userName,
        nick_name: fields.nickName,
        phone: fields.phone,
        proven_phone: fields.phone,
        email: fields.email,
        avatar: "",
        type: ownerType,
        password_hash,
        enabled: 1,
        second_factor: 0,
        ...stamps,
      })
      .execute();
    await tx.insertInto("user_role").values({ user_id: userId, role_id: "role-owner" }).execute();
    return { companyId, change: creationOf(companyId, { companyName: fields.companyName, userId, account: fields.phone }) };
  });
};
