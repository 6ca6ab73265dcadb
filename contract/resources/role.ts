import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, list, nothing, pageFields, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import { filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";

export const roleFields = z.object({ name: text(limits.names.role), description: paragraph(limits.remark) });

/** What the roles that the product brings are called until somebody renames them. */
export const builtinRoleNames = {
  "role-administrator": { zh: "管理员", en: "Administrators" },
  "role-staff": { zh: "员工", en: "Staff" },
  "role-repairman": { zh: "维修员", en: "Maintenance technicians" },
  "role-user": { zh: "终端用户", en: "End users" },
  "role-official-account": { zh: "公众号用户", en: "Official-account users" },
  "role-owner": { zh: "业主", en: "Property owners" },
} as const satisfies Record<string, Record<Language, string>>;

export const roleRow = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  name: z.string(),
  description: z.string(),
  users: z.number(),
  /** False for the official-account role and for roles of organisations above. */
  modifiable: z.boolean(),
  /** One that the product brings; it cannot be deleted. */
  builtin: z.boolean(),
  createdAt: utcTime,
  version: z.number(),
});
export type RoleRow = z.output<typeof roleRow>;

/** A menu item as a role sees it: what the role holds of it, and what the caller may give. */
export interface PermissionItem {
  id: string;
  path: string;
  name: string;
  nameEn: string;
  held: boolean;
  /** Whether the caller holds the item itself and may tick it. */
  grantable: boolean;
  actions: { path: string; held: boolean; grantable: boolean }[];
  children: PermissionItem[];
}

export const permissionItem: z.ZodType<PermissionItem> = z
  .object({
    id: z.string(),
    path: z.string(),
    name: z.string(),
    nameEn: z.string(),
    held: z.boolean(),
    grantable: z.boolean(),
    actions: z.array(z.object({ path: z.string(), held: z.boolean(), grantable: z.boolean() })),
    children: z.array(z.lazy(() => permissionItem)),
  })
  .meta({ id: "PermissionItem" });

export const userRole = resource(
  "user_role",
  {
    /** Roles of the caller's organisation and of those below it. */
    query_user: read(
      z.object({ ...sortedPage(["name", "companyName", "users", "createdAt"]), ...companyFilter, name: filterText }),
      list(roleRow),
    ),
    /** Roles that the caller may give to a user of `companyId`, by default its own organisation. */
    query_child_user: read(
      z.object({ ...pageFields, companyId: id.optional() }),
      list(z.object({ id: z.string(), name: z.string(), description: z.string(), companyName: z.string() })),
    ),
  },
  { zh: "角色", en: "role" },
);

export const role = resource(
  "role",
  {
    post: write(roleFields.extend({ companyId: id.optional() }), z.object({ id: z.string() }), { touches: ["user_role"] }),
    put: write(roleFields.extend({ id, version }), nothing, { touches: ["user_role", "user"] }),
    delete: write(z.object({ ids }), z.object({ removed: z.number() }), { touches: ["user_role"] }),
    /** The whole menu tree with what the role holds of it. */
    permission: read(
      idRequest,
      z.object({ id: z.string(), name: z.string(), modifiable: z.boolean(), version: z.number(), items: z.array(permissionItem) }),
    ),
    /** What the role holds from now on, of all that the caller may give; what the caller does not hold itself stays as it was. */
    authorize: write(
      z.object({
        id,
        version,
        items: z.array(z.object({ menuId: id, actions: z.array(z.string().max(100)).max(200) })).max(2000),
      }),
      nothing,
      { encoding: "json", touches: ["user_role", "user"] },
    ),
  },
  { zh: "角色", en: "role" },
);
