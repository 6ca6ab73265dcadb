// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { screens } from "#src/app/screens.ts";
import { BindScreen } from "#src/screens/devices/bindScreen.tsx";
import { intlOf } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const reading = "/api/device_user_bind/queryUser";
const row = { deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", phone: "", at: "2026-11-01T01:02:03Z", version: 4 };

it.each([
  ["zh", ["所有者", "已授权", "待授权", "已拒绝"]],
  ["en", ["Owner", "Authorised", "Pending", "Rejected"]],
] as const)(
  "the users of a device stand at /devices/bindlist, each with the state of the binding: %s [S2.088]",
  async (language, states) => {
    const Screen = await screens.find(({ path }) => path === "/devices/bindlist")?.load();
    if (!Screen) throw new Error("no such screen");
    for (const [state, said] of states.entries()) {
      const list = [{ ...row, id: "d1:u1", userId: "u1", userName: "Li Min", account: "li.min", state }];
      const { sent, unmount } = showPage(<Screen />, {
        ...{ at: "/devices/bindlist?deviceId=d1", language, paths: [reading], menu: { "/devices/bindlist": [reading] } },
        answers: { [reading]: () => ({ data: { list, total: 1, pageNo: 1, pageSize: 20 } }) },
      });
      expect(await screen.findByText("Li Min")).toBeTruthy();
      const column = BindScreen.definition.columns.find(({ id }) => id === "state");
      expect(column?.text(list[0] as never, intlOf(language))).toBe(said);
      expect(sent.find(({ path }) => path === reading)?.request).toMatchObject({ deviceId: "d1", pageNo: 1, pageSize: 20 });
      unmount();
    }
  },
);
