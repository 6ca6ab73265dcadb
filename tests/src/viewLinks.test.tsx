// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { appFields } from "#contract/resources/appVersion.ts";
import type { OperationRow } from "#contract/resources/log.ts";
import { messages } from "#locales/en.ts";
import { NoticeCentre } from "#src/app/realtime/noticeCentre.tsx";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { useListedHotkeys } from "#src/kit/keys/hotkeys.ts";
import { AlarmDrawer } from "#src/screens/alarms/alarmDrawer.tsx";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { DeviceListScreen } from "#src/screens/devices/deviceListScreen.tsx";
import { OperationDrawer } from "#src/screens/devices/operationDrawer.tsx";
import { HomeScreen } from "#src/screens/home/homeScreen.tsx";
import { IconGroupScreen } from "#src/screens/icons/iconGroupScreen.tsx";
import { PackageFields } from "#src/screens/system/packageFields.tsx";
import { RecipeListScreen } from "#src/screens/template/recipeListScreen.tsx";
import { toldOnce } from "#tests/src/screens/plainRule.ts";
import { showPage } from "./pageSite.tsx";

const alarm: AlarmRow = {
  ...toldOnce,
  ...{ id: "a", ruleId: null, ruleName: "Too hot", deviceId: "d", deviceName: "Boiler", deviceSn: "SN1", slave: 1, slaveName: "" },
  ...{ pointId: "p", pointName: "T", pointNameEn: "", unit: "", decimals: null, level: 3, state: 0, triggerText: "Too hot" },
  ...{
    value: 1,
    valueLabel: "",
    raisedAt: "2026-01-01T00:00:00.000Z",
    releasedAt: null,
    repeats: 0,
    silent: false,
    maskedBy: null,
    repeatedAt: null,
    processedAt: null,
  },
  ...{ typeName: "", typeNameEn: "" },
  ...{ processor: "", remark: "", companyName: "North", updatedAt: "2026-01-01T00:00:00.000Z" },
};
const operation: OperationRow = {
  ...{ id: "7", at: "2026-01-01T00:00:00.000Z", account: "a", userName: "", companyName: "", address: "", call: "/api/device/put" },
  ...{ record: "", points: [], detail: '{"id":"d"}', change: "", code: 0, milliseconds: 1, hash: "" },
};
const page = (list: readonly object[]) => () => ({ data: { list, total: list.length, pageNo: 1, pageSize: 20, cursor: null } });
const answers = {
  "/api/alarm_log/query": page([alarm]),
  "/api/alarm_log/get": () => ({ data: alarm }),
  "/api/device_data_log/query_mutil": () => ({ data: { curves: [] } }),
  "/api/alarm_log/count": () => ({ data: { open: 1, unprocessed: 1 } }),
  "/api/alarm_log/countLevel": () => ({ data: [] }),
  "/api/device_event/query_user_event": page([operation]),
  "/api/device/query": page([{ id: "d", name: "Boiler" }]),
  "/api/device/get_user_count": () => ({ data: { total: 3, online: 1, offline: 1, inactive: 1, alarmed: 0 } }),
};
const paths = [
  ...Object.keys(answers),
  ...["/api/device/get", "/api/device_data_recipe/query", "/api/device_data_recipe/list_body"],
  ...["/api/device_recipe_picture/query", "/api/device_recipe_picture/query_body", "/api/app_version/upload"],
];
const home = { "/home_page": paths };
/** Every view whose menu item the user has names all that it may call. */
const views = (...names: string[]) => ({ ...home, ...Object.fromEntries(names.map((name) => [name, paths])) });
const links = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href")?.split("?")[0]);

const steps = { previous: undefined, next: undefined };
const drawer = <AlarmDrawer id="a" steps={steps} onProcess={() => undefined} onClose={() => undefined} />;
const operationDrawer = <OperationDrawer id="7" steps={steps} onClose={() => undefined} />;
const notices = {
  ...{ unread: 1, more: true },
  list: [
    {
      id: "n",
      at: alarm.raisedAt,
      read: false,
      data: { type: 0 as const, content: { ...alarm, updateTime: alarm.raisedAt, alarmSwitchState: 0, released: false, count: 1 } },
    },
  ],
};
const centre = (
  <MemoryRouter>
    <NoticeCentre notices={notices as never} onClose={() => undefined} />
  </MemoryRouter>
);

describe("a link into another view stands there for who has that view, and as its text for anybody else", () => {
  it.each([
    [
      "the record of an alarm",
      drawer,
      "Boiler",
      ["/devices/deviceDatail", "/devices/history"],
      ["#/devices/deviceDatail", "#/devices/deviceDatail", "#/devices/history"],
    ],
    ["the row of an operation", operationDrawer, "/api/device/put", ["/devices/deviceDatail"], ["#/devices/deviceDatail"]],
    [
      "the list of notifications",
      centre,
      /Boiler/,
      ["/devices/deviceDatail", "/alarms/history"],
      ["#/devices/deviceDatail", "#/alarms/history", "/alarms/history"],
    ],
    ["the home page", <HomeScreen key="h" />, "Boiler", ["/devices/deviceDatail"], ["#/devices/deviceDatail"]],
  ])("in %s", async (_where, node, text, names, expected) => {
    const { unmount } = showPage(node, { at: "/home_page", paths, menu: views(...names), answers });
    await screen.findByText(text);
    expect(links()).toEqual(expected);
    unmount();
    showPage(node, { at: "/home_page", paths, menu: home, answers });
    await screen.findByText(text);
    expect(links()).toEqual([]);
  });

  it("in the figures of the home page", async () => {
    showPage(<HomeScreen />, { at: "/home_page", paths, menu: views("/devices/list", "/alarms/history"), answers });
    await screen.findByText("Boiler");
    expect([...new Set(links())].sort()).toEqual(["#/alarms/history", "#/devices/list"]);
  });
});

function Listed({ element }: { element: Element }) {
  return (
    <p data-testid="listed">
      {useListedHotkeys(element)
        .map(({ label }) => messages[label])
        .join(", ")}
    </p>
  );
}

describe("the rows of a list open another view", () => {
  it.each([
    ["devices", <DeviceListScreen key="d" />, "/devices/list", "/devices/deviceDatail"],
    ["data templates", <RecipeListScreen key="r" />, "/template/list", "/template/edit"],
    ["icon groups", <IconGroupScreen key="i" />, "/system/icon_group", "/devices/icon/grouplist"],
  ])("of %s only for who has it", async (_what, node, own, other) => {
    const opened = async (menu: Record<string, readonly string[]>) => {
      const { unmount } = showPage(node, {
        at: own,
        paths,
        menu,
        answers: {
          ...answers,
          "/api/device_data_recipe/query": page([]),
          "/api/device_recipe_picture/query": page([]),
          "/api/device/query": page([]),
        },
      });
      const grid = await screen.findByRole("grid");
      const listed = render(<Listed element={grid} />);
      await waitFor(() => expect(screen.getByTestId("listed")).toHaveTextContent("Move"));
      const text = screen.getByTestId("listed").textContent ?? "";
      listed.unmount();
      unmount();
      return text.includes("Open");
    };
    expect(await opened(views(own, other))).toBe(true);
    expect(await opened(views(own))).toBe(false);
  });
});

it("device names in the alarm history lead to the device only for who has its view", async () => {
  const shown = async (menu: Record<string, readonly string[]>) => {
    const { unmount } = showPage(<AlarmHistoryScreen />, { at: "/alarms/history", paths, menu, answers });
    await screen.findByText("Boiler");
    const found = links();
    unmount();
    return found;
  };
  expect(await shown(views("/alarms/history", "/devices/deviceDatail"))).toContain("#/devices/deviceDatail");
  expect(await shown(views("/alarms/history"))).not.toContain("#/devices/deviceDatail");
});

function Package() {
  return (
    <FormPage
      id="apps"
      title="App"
      schema={appFields}
      initial={{}}
      save={async () => ({ data: null })}
      saved="feedback.submitted"
      onSaved={() => undefined}
      onClose={() => undefined}
    >
      <PackageFields />
    </FormPage>
  );
}

it("a package is uploaded only by who may, anybody else enters its link", () => {
  const { unmount } = showPage(<Package />, { paths, menu: { "/": paths } });
  expect(screen.queryByText("Package file")).toBeInTheDocument();
  unmount();
  showPage(<Package />, { menu: { "/": [] } });
  expect(screen.queryByText("Package file")).not.toBeInTheDocument();
  expect(screen.getByText("Enter an external link, e.g. an app store")).toBeInTheDocument();
});
