import { dict } from "#contract/resources/dict.ts";
import { implement } from "#server/kit/implement.ts";
import { listOf, pageOf } from "#server/kit/page.ts";

export const dictAnswers = implement(dict, {
  async query(request, { services }) {
    const base = services.db.selectFrom("dict").$if(request.name !== "", (query) => query.where("name", "=", request.name));
    const { total } = await base.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    const { offset, pageNo } = pageOf(request, total);
    const rows = await base.selectAll().orderBy("name").orderBy("priority").orderBy("id").limit(request.pageSize).offset(offset).execute();
    return listOf(rows, total, pageNo, request);
  },
});
