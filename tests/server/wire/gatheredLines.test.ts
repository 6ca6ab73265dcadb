import { expect, it } from "vitest";
import { openGatheredLines } from "#server/wire/gatheredLines.ts";

it("gives two hundred addresses lines of their own, and all others one together", () => {
  const lines: { message: string; remote?: string; times?: number }[] = [];
  const keep = (fields: object, message: string) => lines.push({ ...fields, message });
  const gathered = openGatheredLines({ info: keep, warn: keep, error: keep });
  for (let n = 0; n < 3000; n += 1) gathered.write("warn", `10.0.${n >> 8}.${n & 255}`, { sn: `S${n}` }, "refused");
  expect(lines).toHaveLength(201);
  gathered.write("warn", "10.0.0.0", { sn: "S0" }, "refused");
  gathered.flush();
  expect(lines.slice(201)).toEqual([
    { message: "refused, more of the same", sn: "S0", remote: "10.0.0.0", times: 1 },
    { message: "refused, more of the same", sn: "S2999", remote: "other addresses", times: 2799 },
  ]);
});

it("takes an IPv6 network for one address, and keeps what is said apart", () => {
  const lines: string[] = [];
  const keep = (_fields: object, message: string) => lines.push(message);
  const gathered = openGatheredLines({ info: keep, warn: keep, error: keep });
  for (const end of ["1", "2", "ffff:1"]) gathered.write("warn", `2001:db8:0:1::${end}`, {}, "refused");
  gathered.write("info", "2001:db8:0:1::1", {}, "closed");
  gathered.write("warn", "2001:db8:0:2::1", {}, "refused");
  expect(lines).toEqual(["refused", "closed", "refused"]);
});
