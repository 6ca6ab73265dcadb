import { readdir } from "node:fs/promises";

/** What a file system keeps at its root for itself: a disk that was just mounted is empty all the same. */
const ofDisks: readonly string[] = ["lost+found", "System Volume Information", "$RECYCLE.BIN"];

export const isOfDisk = (name: string): boolean => ofDisks.includes(name);

/** Names of what somebody put into the folder. */
export const foundIn = async (folder: string): Promise<string[]> => (await readdir(folder)).filter((name) => !isOfDisk(name));
