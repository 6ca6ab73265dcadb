import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtinRoleNames } from "#contract/resources/role.ts";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";

it("gives the roles that the product brought the words of today, and leaves those that somebody renamed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "role-words-"));
  const file = join(folder, "app.db");
  const { "0025_role_words": _, ...before } = migrations;
  const old = await openDatabase(file, { migrations: before });
  const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
  await old
    .insertInto("company")
    .values({ id: "root", path: "root/", name: "Root", parent_id: null, enabled: 1, expires_at: null, zone: "Asia/Shanghai", ...stamps })
    .execute();
  const role = (id: string, name: string, description: string) => ({ id, company_id: "root", name, description, ...stamps });
  await old
    .insertInto("role")
    .values([
      role("role-repairman", "维修员", "Repairman"),
      role("role-user", "用户", "Users"),
      role("role-official-account", "公众号用户", "Official-account user"),
      role("role-owner", "老板", "The boss"),
      role("own", "用户", "Users"),
    ])
    .execute();
  await old.destroy();
  const db = await openDatabase(file);
  const rows = await db.selectFrom("role").select(["id", "name", "description"]).orderBy("id").execute();
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
  const brought = (id: "role-repairman" | "role-user" | "role-official-account") => ({
    ...{ id, name: builtinRoleNames[id].zh, description: builtinRoleNames[id].en },
  });
  expect(rows).toEqual([
    { id: "own", name: "用户", description: "Users" },
    brought("role-official-account"),
    { id: "role-owner", name: "老板", description: "The boss" },
    brought("role-repairman"),
    brought("role-user"),
  ]);
});
