import { createHash, randomBytes } from "node:crypto";
import { sceneSeconds } from "#contract/resources/companyWeixin.ts";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";

const digestOf = (scene: string): string => createHash("sha256").update(scene).digest("base64url");

/** Whom a scene binds: one of the two. */
export interface Bound {
  readonly userId?: string;
  readonly contactId?: string;
}

/** A scene for the account that binds whoever scans it; the ones that nobody has used before, of the same, are none any more. */
export const newScene = (db: Db, weixinId: string, { userId, contactId }: Bound, at: number): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const scene = randomBytes(24).toString("base64url");
    await trx
      .deleteFrom("weixin_scene")
      .where((eb) =>
        eb.or([eb("ends_at", "<=", at), userId === undefined ? eb("contact_id", "=", contactId ?? "") : eb("user_id", "=", userId)]),
      )
      .execute();
    await trx
      .insertInto("weixin_scene")
      .values({
        ...{ id: digestOf(scene), weixin_id: weixinId, ends_at: at + sceneSeconds * 1000 },
        ...{ user_id: userId ?? null, contact_id: contactId ?? null },
      })
      .execute();
    return scene;
  });

/** Binds the follower to whom the scene was shown for, and uses it up. Does nothing where it is none of this account, used or over. */
export const bindByScene = (db: Db, weixinId: string, scene: string, openid: string, at: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const used = await trx
      .deleteFrom("weixin_scene")
      .where("id", "=", digestOf(scene))
      .where("weixin_id", "=", weixinId)
      .where("ends_at", ">", at)
      .returning(["user_id", "contact_id"])
      .executeTakeFirst();
    if (!used) return;
    const binding = { id: newId(at), weixin_id: weixinId, openid, following: 1, created_at: at };
    const again = { openid, following: 1, created_at: at };
    if (used.user_id !== null)
      await trx
        .insertInto("user_weixin")
        .values({ ...binding, user_id: used.user_id })
        .onConflict((conflict) => conflict.columns(["user_id", "weixin_id"]).doUpdateSet(again))
        .execute();
    if (used.contact_id !== null)
      await trx
        .insertInto("alarm_user_weixin")
        .values({ ...binding, contact_id: used.contact_id })
        .onConflict((conflict) => conflict.columns(["contact_id", "weixin_id"]).doUpdateSet(again))
        .execute();
  });
