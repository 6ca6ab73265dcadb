/** The pictures of an icon group. */
export const picturesAddress = (groupId: string): string => `/devices/icon/grouplist?id=${encodeURIComponent(groupId)}`;

export const groupsAddress = "/system/icon_group";
