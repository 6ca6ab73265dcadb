import { company } from "#contract/resources/company.ts";
import { implement } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";

export const companyAnswers = implement(company, {
  async get_my(_request, { services, caller }) {
    const row = await services.db
      .selectFrom("company")
      .select(["id", "name", "zone"])
      .where("id", "=", caller.companyId)
      .executeTakeFirst();
    if (!row) throw new Problem("notFound");
    return row;
  },
});
