import { mkdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const file = "dist/scripts.lock";
const longestMs = 30 * 60_000;

const held = (timeout) => {
  const lock = new DatabaseSync(file, { timeout });
  try {
    lock.exec("begin exclusive");
    return lock;
  } catch (fault) {
    lock.close();
    if (fault.errcode !== 5) throw fault;
    return undefined;
  }
};

/** Does the work while no other script does any on this folder. The system lets go of the lock with the process, however that ends. */
export const alone = async (work) => {
  mkdirSync("dist", { recursive: true });
  let lock = held(0);
  if (!lock) {
    console.log("Waiting for another script that installs or builds here …");
    lock = held(longestMs);
  }
  if (!lock) throw new Error("another script installs or builds here and does not end: stop that one first");
  try {
    return await work();
  } finally {
    lock.close();
  }
};
