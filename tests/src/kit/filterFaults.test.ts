import { describe, expect, it } from "vitest";
import { withoutWrong, wrongFilters } from "#src/kit/screen/filterFaults.ts";
import type { FilterSpec } from "#src/kit/screen/screenDefinition.ts";

const specs: readonly FilterSpec[] = [
  { id: "level", kind: "select", values: [0, 1, 2, 3] },
  { id: "typeId", kind: "select", useOptions: () => [] },
  { id: "open", kind: "boolean" },
  { id: "from", kind: "date" },
  { id: "account", kind: "text" },
  { id: "companyId", kind: "find" },
];
const wrong = (filters: Record<string, string>): string[] => wrongFilters(specs, filters).map(({ id }) => id);

describe("filters of a link", () => {
  it("are wrong where nothing of their kind can be so", () => {
    expect(wrong({ level: "9", open: "yes", from: "2026-02-30", account: "x".repeat(201) })).toEqual(["level", "open", "from", "account"]);
    expect(wrong({ from: "yesterday" })).toEqual(["from"]);
  });

  it("are right where something can, also what only the server knows", () => {
    expect(wrong({ level: "0", typeId: "gone", open: "false", from: "2024-02-29", account: "li", companyId: "c1" })).toEqual([]);
    expect(wrong({ search: "anything" })).toEqual([]);
  });

  it("are left out of what is asked for, and no others", () => {
    const state = { pageNo: 2, pageSize: 20, sort: undefined, filters: { level: "9", account: "li", search: "pump" } };
    expect(withoutWrong(state, wrongFilters(specs, state.filters)).filters).toEqual({ account: "li", search: "pump" });
    expect(withoutWrong(state, [])).toBe(state);
  });
});
