import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

const asked = new Set<number>();
Object.assign(globalThis, { guardAsked: (index: number) => asked.add(index) });

afterAll(() => {
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  writeFileSync(`${process.env.GUARDS_ASKED}/${randomUUID()}.json`, JSON.stringify({ file, asked: [...asked] }));
});
