import { sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import type { device } from "#contract/resources/device.ts";
import type { BindState, deviceUserBind } from "#contract/resources/relations.ts";
import type { Db } from "#server/db/open.ts";
import type { Asked, Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf } from "#server/kit/scope.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf } from "#server/records/edits.ts";
import type { Services } from "#server/services.ts";
import { mayTakeCodes } from "./addressChange.ts";
import { ownAsker } from "./ownerProof.ts";

/** Those whom devices are bound to. */
const endUsers: readonly number[] = [3, 4, 5];

const states = { owner: 0, authorized: 1, asked: 2, refused: 3 } as const;

/** A device of the caller's organisation, or of one below it, by its SN, bound to the caller or not. */
const deviceOfSn = (db: Db, caller: Caller, sn: string) =>
  db
    .selectFrom("device")
    .select(["id", "sn", "name", "company_id"])
    .where(sql`lower(sn)`, "=", sn.toLowerCase())
    .where("company_id", "in", companiesOf(db, caller))
    .orderBy(sql`case sn when ${sn} then 0 else 1 end`)
    .limit(1)
    .executeTakeFirst();

const ownerOf = (db: Db, deviceId: string) =>
  db
    .selectFrom("device_user")
    .innerJoin("user", "user.id", "device_user.user_id")
    .select(["user.phone", "user.phone_changed_at"])
    .where("device_user.device_id", "=", deviceId)
    .where("device_user.state", "=", states.owner)
    .executeTakeFirst();

/** For whom a code is: it is right for this device, and for who asked for it. */
const purposeOf = (deviceId: string): string => `device ${deviceId}`;
/** A phone that nobody has: waits count there where no owner is, so that the answer is the same. */
const nobodysPhone = (sn: string): string => `sn ${sn.toLowerCase()}`;

type Parts = Pick<Services, "db" | "phoneCodes" | "believed">;

/** Sends a code to the device's owner, behind the answer. Answers the seconds until there may be another. */
export const sendBindCode = async (
  { db, phoneCodes, believed }: Parts,
  caller: Caller,
  { deviceSn: sn }: RequestOf<typeof device.calls.send_auth_code>,
  { address, language }: Pick<Asked, "address"> & { language: Language },
): Promise<number> => {
  const found = await deviceOfSn(db, caller, sn);
  const owner = found && (await ownerOf(db, found.id));
  const reached = owner !== undefined && owner.phone !== "" && mayTakeCodes(owner.phone_changed_at, believed());
  return phoneCodes.send("bind", {
    to: { phone: reached ? owner.phone : nobodysPhone(sn) },
    ...{ asker: ownAsker(caller, address), account: purposeOf(found?.id ?? ""), language },
    ...{ waitSeconds: limits.resend.resetSeconds, delivery: reached ? "unseen" : "never" },
  });
};

/** The end user asks for a device: authorised at once with its owner's code, else when somebody says so. */
export const askForDevice = async (
  { db, phoneCodes }: Parts,
  caller: Caller,
  { deviceSn: sn, code }: RequestOf<typeof deviceUserBind.calls.ask>,
  { at, address }: Pick<Asked, "at" | "address">,
): Promise<{ deviceId: string; state: BindState; change: string }> => {
  if (!endUsers.includes(caller.type)) throw new Problem("forbidden");
  const found = await deviceOfSn(db, caller, sn);
  if (!found) throw new Problem("notFound");
  if (code !== "") {
    const owner = await ownerOf(db, found.id);
    const way = owner && (await phoneCodes.use("bind", owner.phone, code, ownAsker(caller, address), purposeOf(found.id)));
    if (way === undefined) throw new Problem("bindCodeWrong");
  }
  return db.transaction().execute(async (tx) => {
    const still = await deviceOfSn(tx, caller, sn);
    if (still?.id !== found.id) throw new Problem("notFound");
    const own = tx.selectFrom("device_user").where("user_id", "=", caller.userId);
    const held = await own.select("state").where("device_id", "=", found.id).executeTakeFirst();
    if (held && (held.state === states.owner || held.state === states.authorized)) throw new Problem("boundAlready");
    const state = code === "" ? states.asked : states.authorized;
    if (state === states.asked) {
      if (held?.state === states.refused) throw new Problem("bindRefused");
      const { open } = await own
        .select((eb) => eb.fn.countAll<number>().as("open"))
        .where("state", "=", states.asked)
        .where("device_id", "!=", found.id)
        .executeTakeFirstOrThrow();
      if (open >= limits.bindRequests) throw new Problem("tooManyBindRequests", { values: { max: limits.bindRequests } });
    }
    const stamps = { at, updated_by: authorOf(caller) };
    await tx
      .insertInto("device_user")
      .values({ device_id: found.id, user_id: caller.userId, state, version: 1, ...stamps })
      .onConflict((conflict) =>
        conflict.columns(["device_id", "user_id"]).doUpdateSet((eb) => ({ state, version: eb("device_user.version", "+", 1), ...stamps })),
      )
      .execute();
    const key = `${found.sn} ${caller.account}`;
    return { deviceId: found.id, state, change: changeOf(held ? { [key]: held.state } : {}, { [key]: state }) };
  });
};
