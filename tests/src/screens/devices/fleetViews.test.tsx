// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { GroupMemberScreen } from "#src/screens/devices/groupMemberScreen.tsx";
import { GroupScreen } from "#src/screens/devices/groupScreen.tsx";
import { LeaseScreen } from "#src/screens/devices/leaseScreen.tsx";
import { RenewDrawer } from "#src/screens/devices/renewDrawer.tsx";
import { intlOf } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";
import { wholeDevice } from "./wholeDevice.ts";

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;

const page = (list: readonly object[]) => () => ({ data: { list, total: list.length, pageNo: 1, pageSize: 20 } });

describe("the lease view", () => {
  it("stands in the menu with devices by service period, days left, a filter for those about to end, and renewal [S2.106]", async () => {
    const calls = await standsIn("/devices/lease", LeaseScreen);
    expect(calls).toEqual(expect.arrayContaining(["/api/device/query", "/api/device/renew"]));
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const site = {
      ...{ paths: calls, menu: { "/devices/lease": calls } },
      answers: { "/api/device/query": page([{ ...wholeDevice(), leaseEnd: day }]), "/api/device/renew": () => ({ data: { renewed: 1 } }) },
    };
    const { sent, unmount } = showPage(<LeaseScreen />, { at: "/devices/lease?lease=within7", ...site });
    await screen.findByText("North pump");
    expect(screen.getByText(day)).toBeTruthy();
    const left = LeaseScreen.definition.columns.find(({ id }) => id === "daysLeft");
    expect(left?.text({ ...wholeDevice(), leaseEnd: day }, intlOf("en"))).toMatch(/^[456] days left$/);
    expect(sent).toContainEqual({
      path: "/api/device/query",
      request: expect.objectContaining({ lease: "within7", sortField: "leaseEnd" }),
    });
    expect(LeaseScreen.definition.rowActions?.map(({ id }) => id)).toEqual(["renew"]);
    unmount();
    const renewed = vi.fn();
    const drawer = showPage(<RenewDrawer devices={[wholeDevice()]} onRenewed={renewed} onClose={() => undefined} />, {
      ...{ at: "/devices/lease", ...site },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Renew" }));
    await waitFor(() => expect(renewed).toHaveBeenCalled());
    expect(drawer.sent).toContainEqual({ path: "/api/device/renew", request: { ids: [wholeDevice().id], to: "", months: 12 } });
  });
});

describe("the groups view", () => {
  it("stands in the menu with one's own groups and those of organisations, and how much each holds [S2.107]", async () => {
    const calls = await standsIn("/devices/groups", GroupScreen);
    const answers = {
      "/api/device_group/query": page([{ id: "g1", name: "Mine", remark: "", devices: 12, version: 1 }]),
      "/api/device_company_group/query": page([
        { id: "g2", name: "Ours", remark: "", devices: 31, slaves: 7, companyName: "North", updatedAt: "2026-01-01T00:00:00Z", version: 1 },
      ]),
    };
    const site = { paths: calls, menu: { "/devices/groups": calls }, answers };
    const { unmount } = showPage(<GroupScreen />, { at: "/devices/groups", ...site });
    await screen.findByText("Mine");
    expect(screen.getByText("12")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Organisation groups" })).toBeTruthy();
    unmount();
    showPage(<GroupScreen />, { at: "/devices/groups?whose=company", ...site });
    await screen.findByText("Ours");
    for (const count of ["31", "7"]) expect(screen.getByText(count)).toBeTruthy();
    expect(screen.queryByText("Mine")).toBeNull();
  });
});

describe("what is put into a group", () => {
  it("is each device once, however often it is picked", async () => {
    const calls = await standsIn("/devices/group", GroupMemberScreen, true);
    const { sent } = showPage(<GroupMemberScreen />, {
      ...{ at: "/devices/group?id=g1", paths: calls, menu: { "/devices/group": calls } },
      answers: {
        "/api/device_group/get": () => ({ data: { id: "g1", name: "Mine", remark: "", devices: 0, version: 1 } }),
        "/api/device_group_member/query": page([]),
        "/api/device_group_member/add": () => ({ data: { added: 1 } }),
        "/api/device/query_mini": page([{ id: "d1", name: "North pump", sn: "NP-1" }]),
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Add devices" }));
    for (const typed of ["North", "pump"]) {
      fireEvent.change(await screen.findByRole("combobox", { name: /^Devices/ }), { target: { value: typed } });
      fireEvent.mouseDown(await screen.findByRole("option", { name: /North pump/ }));
    }
    expect(within(screen.getByRole("list", { name: /^Devices/ })).getAllByRole("listitem")).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toContainEqual({ path: "/api/device_group_member/add", request: { id: "g1", deviceIds: ["d1"] } }));
  });
});
