// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CompanyNode, CompanyRow } from "#contract/resources/company.ts";
import { CompanyTreeScreen } from "#src/screens/company/companyTreeScreen.tsx";
import { openSite, show } from "#tests/src/screens/screenSite.tsx";

const counts = { children: 0, users: 4, devices: 6 };
const company: CompanyRow = {
  ...{ id: "c1", parentId: "c0", parentName: "East China", name: "Hebei Water", level: "branch", site: "https://water.example" },
  ...{ address: "1 River Road", remark: "first customer", logo: "", picture: "", morning: "08:00-12:00", afternoon: "13:00-17:00" },
  ...{ zone: "UTC", enabled: true, expiresAt: null, state: "normal", ...counts, roles: 5, whole: { ...counts, roles: 5 } },
  ...{ createdAt: "2026-09-03T04:05:06Z", version: 4 },
};
const node: CompanyNode = { id: "c1", parentId: "c0", name: "Hebei Water", state: "normal", ...counts, whole: counts, version: 4 };
const own = "/company/companyTree";
const calls = {
  post: "/api/company/post",
  put: "/api/company/put",
  delete: "/api/company/delete",
  enable: "/api/company/enable",
  disable: "/api/company/disable",
} as const;
const reads = ["/api/company/query_tree", "/api/company/get"];

/** The tree with `row` chosen. */
const showTree = async (row: CompanyRow, granted: readonly string[] = Object.values(calls)) => {
  const tree = { list: [node], total: 1, pageNo: 1, pageSize: 100 };
  const site = openSite((path) => ({ data: path === "/api/company/query_tree" ? tree : path === "/api/company/get" ? row : null }));
  show(<CompanyTreeScreen />, { site, route: own, paths: [...reads, ...granted], menu: { [own]: [...granted] } });
  await screen.findByText(row.address);
  return site;
};

const writesOf = ({ sent }: ReturnType<typeof openSite>) => sent.filter(({ path }) => !reads.includes(path));

/** Buttons beside the tree; the two others choose how it is drawn. */
const shownButtons = () =>
  screen
    .queryAllByRole("button")
    .map(({ textContent }) => textContent)
    .filter((text) => text !== "Tree" && text !== "Diagram");

const stopped: CompanyRow = { ...company, enabled: false, state: "disabled" };
const top: CompanyRow = { ...company, parentId: null };
const shown: [string, CompanyRow, readonly string[]][] = [
  ["one below", company, ["Add sub-organisation", "Edit organisation", "Deactivate", "Delete organisation"]],
  ["a stopped one below", stopped, ["Add sub-organisation", "Edit organisation", "Enable", "Delete organisation"]],
  ["one's own", top, ["Add sub-organisation"]],
  ["one's own that is stopped", { ...stopped, parentId: null }, ["Add sub-organisation"]],
];

const byRight: [string, CompanyRow, readonly string[]][] = [
  [calls.post, company, ["Add sub-organisation"]],
  [calls.put, company, ["Edit organisation"]],
  [calls.delete, company, ["Delete organisation"]],
  [calls.disable, company, ["Deactivate"]],
  [calls.enable, stopped, ["Enable"]],
  ["/api/company/query", company, []],
];

describe("the tree of organisations", () => {
  it.each(shown)("offers for %s what can be done with it", async (_which, row, buttons) => {
    await showTree(row);
    expect(shownButtons()).toEqual(buttons);
  });

  it.each(byRight)("offers with the right to %s its own button alone", async (call, row, buttons) => {
    await showTree(row, [call]);
    expect(shownButtons()).toEqual(buttons);
  });

  it.each([
    ["Delete organisation", { kind: "delete", detail: "Hebei Water" }, { path: calls.delete, request: { ids: ["c1"] } }],
    ["Deactivate", { kind: "danger", detail: "Hebei Water" }, { path: calls.disable, request: { ids: ["c1"] } }],
  ])("asks, naming it, before it does: %s", async (button, question, write) => {
    const site = await showTree(company);
    fireEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(site.asked).toMatchObject([question]));
    expect(writesOf(site)).toEqual([]);
    site.confirmed = true;
    fireEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(writesOf(site)).toEqual([write]));
    expect(site.asked).toHaveLength(2);
  });

  it("enables without a question", async () => {
    const site = await showTree(stopped);
    fireEvent.click(screen.getByRole("button", { name: "Enable" }));
    await waitFor(() => expect(writesOf(site)).toEqual([{ path: calls.enable, request: { ids: ["c1"] } }]));
    expect(site.asked).toEqual([]);
  });
});
