import { z } from "zod";
import { read, resource } from "#contract/kit/call.ts";

export const userTypes = [0, 1, 2, 3, 4, 5] as const;

export const me = z.object({
  id: z.string(),
  account: z.string(),
  type: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  userName: z.string(),
  nickName: z.string(),
  avatar: z.string(),
  authTypeName: z.string(),
  companyId: z.string(),
  zone: z.string(),
  paths: z.array(z.string()),
});
export type Me = z.output<typeof me>;

export interface MenuItem {
  id: string;
  path: string;
  name: string;
  nameEn: string;
  icon: string;
  hidden: boolean;
  leaf: boolean;
  noCache: boolean;
  meta: { affix: boolean };
  actionList: string[];
  children: MenuItem[];
}

export const menuItem: z.ZodType<MenuItem> = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  nameEn: z.string(),
  icon: z.string(),
  hidden: z.boolean(),
  leaf: z.boolean(),
  noCache: z.boolean(),
  meta: z.object({ affix: z.boolean() }),
  actionList: z.array(z.string()),
  children: z.array(z.lazy(() => menuItem)),
});

export const user = resource("user", {
  my: read(z.object({}), me, { access: "signedIn" }),
  menu_tree: read(z.object({}), z.array(menuItem), { access: "signedIn" }),
});
