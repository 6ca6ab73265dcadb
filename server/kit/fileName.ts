const unfitForName = /[\\/:*?"<>|\p{Cc}]/gu;

/** A name as every file system takes it. */
export const fileName = (name: string): string => name.replace(unfitForName, "_");
