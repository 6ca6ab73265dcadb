import { menu } from "#contract/resources/menu.ts";
import { attach } from "#store/attach.ts";

export const menuCalls = attach(menu);
