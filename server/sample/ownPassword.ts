import { passwordFits } from "#server/auth/password.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Services } from "#server/services.ts";

interface Named {
  username: string;
  password: string;
}

/** Asks the one who is signed in for the password again. Another's account is refused like a wrong password, and both are counted. */
export const confirmOwnPassword = async (
  { db, loginLimits }: Pick<Services, "db" | "loginLimits">,
  caller: Pick<Caller, "userId" | "account" | "sessionId">,
  { username, password }: Named,
  address: string,
) => {
  const attempt = await loginLimits.begin({ account: caller.account, address, known: caller.sessionId });
  if (!attempt.allowed) throw new Problem("loginRefused");
  const columns = ["id", "account", "user_name", "avatar", "password_hash"] as const;
  const own = await db.selectFrom("user").select(columns).where("id", "=", caller.userId).executeTakeFirstOrThrow();
  const fits = await passwordFits(own.password_hash, password);
  if (!fits || username !== own.account) throw new Problem("passwordWrong");
  await attempt.right();
  return { id: own.id, username: own.account, name: own.user_name, avatar: own.avatar };
};
