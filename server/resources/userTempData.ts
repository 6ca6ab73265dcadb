import { userTempData } from "#contract/resources/userTempData.ts";
import { implement } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";

const mostKeys = 500;

export const userTempDataAnswers = implement(userTempData, {
  async query({ key }, { services, caller }) {
    const query = services.db.selectFrom("user_temp_data").select(["key", "value"]).where("user_id", "=", caller.userId);
    return (key === undefined ? query : query.where("key", "=", key)).orderBy("key").execute();
  },
  async post({ key, value }, { services, caller, at }) {
    const { count } = await services.db
      .selectFrom("user_temp_data")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("user_id", "=", caller.userId)
      .where("key", "!=", key)
      .executeTakeFirstOrThrow();
    if (count >= mostKeys) throw new Problem("tooLarge");
    await services.db
      .insertInto("user_temp_data")
      .values({ user_id: caller.userId, key, value, updated_at: at })
      .onConflict((conflict) => conflict.columns(["user_id", "key"]).doUpdateSet({ value, updated_at: at }))
      .execute();
    return null;
  },
  async delete({ key }, { services, caller }) {
    await services.db.deleteFrom("user_temp_data").where("user_id", "=", caller.userId).where("key", "=", key).execute();
    return null;
  },
});
