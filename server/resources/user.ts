import { type Me, user } from "#contract/resources/user.ts";
import { implement } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";
import { menuTreeOf } from "#server/menu/menuTree.ts";
import { userTypeNames } from "#server/system/userTypeNames.ts";

export const userAnswers = implement(user, {
  async my(_request, { services, caller, language }) {
    const row = await services.db.selectFrom("user").select(["nick_name", "avatar"]).where("id", "=", caller.userId).executeTakeFirst();
    if (!row) throw new Problem("sessionEnded");
    return {
      id: caller.userId,
      account: caller.account,
      type: caller.type as Me["type"],
      userName: caller.userName,
      nickName: row.nick_name,
      avatar: row.avatar,
      authTypeName: userTypeNames[caller.type]?.[language] ?? "",
      companyId: caller.companyId,
      zone: caller.zone,
      paths: [...caller.grants],
    };
  },
  menu_tree: (_request, { services, caller }) => menuTreeOf(services.db, caller.userId),
});
