/** Whose a group is: of who looks alone, or of an organisation. */
export type Whose = "own" | "company";

export const groupsAddress = "/devices/groups";
export const membersView = "/devices/group";

/** What a group holds. */
export const membersAddress = (whose: Whose, groupId: string): string =>
  `${membersView}?id=${encodeURIComponent(groupId)}${whose === "company" ? "&whose=company" : ""}`;
