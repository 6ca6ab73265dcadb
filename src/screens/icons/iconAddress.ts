export const picturesView = "/devices/icon/grouplist";

/** The pictures of an icon group. */
export const picturesAddress = (groupId: string): string => `${picturesView}?id=${encodeURIComponent(groupId)}`;

export const groupsAddress = "/system/icon_group";
