import type { Language } from "#contract/messages.ts";

/** By the number of the user type on the wire. */
export const userTypeNames: readonly Readonly<Record<Language, string>>[] = [
  { zh: "管理员", en: "Administrator" },
  { zh: "员工", en: "Staff" },
  { zh: "维修员", en: "Maintenance technician" },
  { zh: "终端用户", en: "End user" },
  { zh: "公众号用户", en: "Official-account user" },
  { zh: "业主", en: "Property owner" },
];
