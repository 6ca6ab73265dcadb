import { rmSync, utimesSync } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { pictureFolder, servedType } from "./pictures.ts";

const hourMs = 3_600_000;
const unusedMs = 24 * hourMs;
/** A picture that was found in use is not asked for again before. */
const lookAgainMs = 6 * hourMs;
const atOnce = 200;
/** A clock that is wrong when the machine comes up is set right, and believed, before anything is deleted by it. */
const firstMs = 20 * 60_000;

interface Picture {
  readonly path: string;
  readonly address: string;
  /** When it was uploaded, or found in use for the last time. */
  readonly at: number;
}

/** The addresses that a record has: all columns that hold any, and the platform's logo in the dictionary. */
const usedOf = async (db: Db, addresses: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = await Promise.all([
    db.selectFrom("user").select("avatar as address").where("avatar", "in", addresses).execute(),
    db.selectFrom("company").select("logo as address").where("logo", "in", addresses).execute(),
    db.selectFrom("company").select("picture as address").where("picture", "in", addresses).execute(),
    db.selectFrom("icon_picture").select("picture as address").where("picture", "in", addresses).execute(),
    db.selectFrom("device").select("image as address").where("image", "<>", "").where("image", "in", addresses).execute(),
    db.selectFrom("dict").select("remark as address").where("remark", "in", addresses).execute(),
  ]);
  return new Set(found.flat().map(({ address }) => address));
};

/** No record is saved between the look and the removal. */
const settle = (db: Db, pictures: readonly Picture[], now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const addresses = pictures.map(({ address }) => address);
    const used = await usedOf(tx, addresses);
    let removed = 0;
    for (const { path, address, at } of pictures) {
      if (used.has(address)) utimesSync(path, now / 1000, now / 1000);
      else if (at < now - unusedMs) {
        rmSync(path, { force: true });
        removed += 1;
      }
    }
    return removed;
  });

/** The pictures that were not asked for lately, some at a time. */
async function* pictures(folder: string, now: number): AsyncGenerator<Picture[]> {
  let some: Picture[] = [];
  for await (const { name } of await opendir(folder)) {
    if (servedType(name) === undefined) continue;
    const path = join(folder, name);
    const at = await modified(path);
    if (at === undefined || at >= now - lookAgainMs) continue;
    some.push({ path, address: `/files/${name}`, at });
    if (some.length < atOnce) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

const isMissing = (fault: unknown): boolean => fault instanceof Error && "code" in fault && fault.code === "ENOENT";

const modified = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).mtimeMs;
  } catch (fault) {
    if (isMissing(fault)) return undefined;
    throw fault;
  }
};

/**
 * Removes pictures that no record has used for a day, counted from their upload or from when they were last found in use. A look that is
 * broken off is made again by the next: nothing is kept but the files' own times. Answers how many were removed.
 */
export const removeUnusedPictures = async (db: Db, dataDir: string, now: number): Promise<number> => {
  let removed = 0;
  try {
    for await (const some of pictures(pictureFolder(dataDir), now)) {
      removed += await settle(db, some, now);
      await nextTurn();
    }
  } catch (fault) {
    // Before the first picture there is no folder.
    if (!isMissing(fault)) throw fault;
  }
  return removed;
};

interface Swept {
  readonly db: Db;
  readonly dataDir: string;
  readonly log: Logger;
  readonly troubles: Pick<Troubles, "failed" | "over">;
  /** The time of day that may be deleted by. */
  readonly believed: () => number;
  readonly firstAfterMs?: number;
}

/** Looks for them every few hours. Answers how to stop. */
export const sweepPictures = ({ db, dataDir, log, troubles, believed, firstAfterMs = firstMs }: Swept): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      const pictures = await removeUnusedPictures(db, dataDir, believed());
      troubles.over("unused pictures");
      if (pictures > 0) log.info({ part: "unused pictures", pictures }, "pictures that no record uses were removed");
    } catch (fault) {
      troubles.failed("unused pictures", fault, "pictures that no record uses could not be removed, will be tried again");
    }
  };
  let timer = setTimeout(function again() {
    running = sweep();
    timer = setTimeout(again, lookAgainMs);
  }, firstAfterMs);
  return () => {
    clearTimeout(timer);
    return running;
  };
};
