// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { createIntl } from "react-intl";
import { expect, it } from "vitest";
import type { ListedPoint } from "#contract/resources/deviceDataRecipe.ts";
import type { MenuRow } from "#contract/resources/menu.ts";
import { CompanyDetailScreen } from "#src/screens/company/companyDetailScreen.tsx";
import { DeviceLogScreen } from "#src/screens/devices/deviceLogScreen.tsx";
import { IconPictureScreen } from "#src/screens/icons/iconPictureScreen.tsx";
import { MenuScreen } from "#src/screens/system/menuScreen.tsx";
import { PointListScreen } from "#src/screens/template/pointListScreen.tsx";
import { showPage } from "./pageSite.tsx";

const company = { logo: "", picture: "", state: "normal", expiresAt: null, zone: "UTC", createdAt: "2026-01-01T00:00:00.000Z" };

it.each([
  ["/template/edit?id=1", <PointListScreen key="p" />, "/api/device_data_recipe/get", "/api/device_data_recipe/list_body"],
  [
    "/devices/icon/grouplist?id=1",
    <IconPictureScreen key="i" />,
    "/api/device_recipe_picture/get",
    "/api/device_recipe_picture/query_body",
  ],
  ["/company/companyDetail?id=1", <CompanyDetailScreen key="c" />, "/api/company/get", "/api/company/get"],
  ["/devices/logs?deviceId=1", <DeviceLogScreen key="d" />, "/api/device/get", "/api/device_state_log/query"],
])("the tab of %s is named after the record that it shows", async (at, node, one, list) => {
  const whole = { children: 0, users: 0, devices: 0, roles: 0 };
  const path = at.split("?")[0] ?? "";
  const { store } = showPage(node, {
    at,
    paths: [one, list],
    menu: { [path]: [one, list] },
    answers: {
      [list]: () => ({ data: { list: [], total: 0, pageNo: 1, pageSize: 20, cursor: null } }),
      [one]: () => ({ data: { id: "1", name: "North pump", sn: "S", devices: 1, points: 1, ...company, whole } }),
    },
  });
  await waitFor(() => expect(store.getState().tabs.subjects[path]).toBe("North pump"));
});

it.each([
  ["zh", "报警管理 /alarms", "温度 (40001)"],
  ["en", "Alarms /alarms", "Temperature (40001)"],
] as const)("rows that have names in both languages are named in the reader's, %s", (locale, menu, point) => {
  const intl = createIntl({ locale, messages: {} });
  expect(MenuScreen.definition.rowName({ name: "报警管理", nameEn: "Alarms", path: "/alarms" } as MenuRow, intl)).toBe(menu);
  expect(PointListScreen.definition.rowName({ name: "温度", nameEn: "Temperature", address: "40001" } as ListedPoint, intl)).toBe(point);
});
