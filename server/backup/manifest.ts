import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { open, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartFault } from "#server/startFault.ts";
import { isOfDisk } from "#server/system/foundIn.ts";

const manifestName = "backup.json";

/** A path of names, which leads nowhere else. */
const isInside = (path: string): boolean => path.split("/").every((name) => /^[^\\/\0]+$/.test(name) && name !== "." && name !== "..");

/** What a backup holds, written last: without it, it is not whole. */
const manifestShape = z.object({
  format: z.literal(1),
  at: z.iso.datetime(),
  /** What the databases need to be read: the migrations of the one, the version of the other. */
  migrations: z.array(z.string()),
  telemetryVersion: z.number(),
  /** By path inside of the backup. */
  files: z.record(z.string().refine(isInside), z.object({ bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.output<typeof manifestShape>;

const filesBelow = async (folder: string, path = ""): Promise<string[]> => {
  const entries = await readdir(join(folder, path), { withFileTypes: true });
  const found = entries
    .filter(({ name }) => path !== "" || !isOfDisk(name))
    .map((entry) => {
      const inside = path === "" ? entry.name : `${path}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, inside) : [inside];
    });
  return (await Promise.all(found)).flat().sort();
};

const digestOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const part of createReadStream(file)) hash.update(part);
  return hash.digest("hex");
};

/** On disk, and not only on the way there. */
const settle = async (path: string): Promise<void> => {
  const held = await open(path, "r");
  try {
    await held.sync();
  } finally {
    await held.close();
  }
};

/** Says that the backup in the folder is whole. */
export const writeManifest = async (folder: string, told: Pick<Manifest, "at" | "migrations" | "telemetryVersion">): Promise<Manifest> => {
  const files: Manifest["files"] = {};
  for (const name of await filesBelow(folder)) {
    await settle(join(folder, name));
    files[name] = { bytes: (await stat(join(folder, name))).size, sha256: await digestOf(join(folder, name)) };
  }
  const manifest: Manifest = { format: 1, ...told, files };
  const path = join(folder, manifestName);
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify(manifest, null, 1));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return manifest;
};

const manifestOf = (folder: string): Manifest => {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), "utf8");
  } catch {
    throw new StartFault(`${folder} holds no whole backup: there is no ${manifestName} in it`);
  }
  const manifest = manifestShape.safeParse(JSON.parse(text));
  if (!manifest.success)
    throw new StartFault(`${folder} holds no backup that this version of Gatehouse can read: restore one of a newer version with that one`);
  return manifest.data;
};

/** What the backup holds, once every file of it was read. Throws where one is missing or another than it was. */
export const checkedManifest = async (folder: string): Promise<Manifest> => {
  const manifest = manifestOf(folder);
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const size = await stat(join(folder, name)).then(
      (stats) => stats.size,
      () => undefined,
    );
    if (size !== bytes || (await digestOf(join(folder, name))) !== sha256)
      throw new StartFault(`${join(folder, name)} is missing or not as it was backed up: take another backup`);
  }
  return manifest;
};
