// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { CompanyRow } from "#contract/resources/company.ts";
import { Finder } from "#src/kit/form/finder.tsx";
import { CompanyDetailScreen } from "#src/screens/company/companyDetailScreen.tsx";
import { companySource } from "#src/screens/company/companySource.ts";
import { CompanyTreeScreen } from "#src/screens/company/companyTreeScreen.tsx";
import { DevicePicker } from "#src/screens/devices/devicePicker.tsx";
import { Sessions } from "#src/screens/user/sessions.tsx";
import { refusal } from "./inView.tsx";
import { showPage } from "./pageSite.tsx";
import { nobody } from "./shell/consoleHarness.tsx";

const company = {
  ...{ id: "c2", parentId: "c1", parentName: "", name: "North", level: "", site: "", address: "", remark: "", logo: "", picture: "" },
  ...{ morning: "", afternoon: "", zone: "UTC", enabled: true, expiresAt: null, state: "normal", children: 1, users: 1, devices: 0 },
  ...{ roles: 1, whole: { children: 1, users: 1, devices: 0, roles: 1 }, createdAt: "2026-01-01T00:00:00.000Z", version: 1 },
} as CompanyRow;

// jsdom has no places to scroll to.
Element.prototype.scrollIntoView ??= () => undefined;

const failed = () => refusal(500, "broken");
const words = "Server error or timeout. Try again; if it persists, contact the administrator";

describe("a read that failed says so", () => {
  it("in the sessions of the own account, instead of a table without rows", async () => {
    showPage(<Sessions me={nobody} />, { answers: { "/api/user/sessions": failed } });
    expect(await screen.findByRole("alert")).toHaveTextContent(words);
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("in a branch of the organisation tree, instead of turning for ever", async () => {
    const node = {
      id: "c1",
      name: "Head",
      state: "normal",
      children: 1,
      users: 1,
      devices: 1,
      whole: { children: 1, users: 1, devices: 1 },
    };
    showPage(<CompanyTreeScreen />, {
      paths: ["/api/company/query_tree"],
      answers: {
        "/api/company/query_tree": (request) =>
          Reflect.has(request, "parentId") ? failed() : { data: { list: [node], total: 1, pageNo: 1, pageSize: 100 } },
        "/api/company/get": () => ({ data: company }),
      },
    });
    expect(await screen.findByRole("alert")).toHaveTextContent(words);
  });

  it("under the headings of an organisation whose users and roles could not be read", async () => {
    showPage(<CompanyDetailScreen />, {
      at: "/company/companyDetail?id=c2",
      paths: ["/api/company/get", "/api/user/get_child", "/api/user_role/query_user"],
      answers: { "/api/company/get": () => ({ data: company }), "/api/user/get_child": failed, "/api/user_role/query_user": failed },
    });
    await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(2));
  });

  it.each([
    ["a device", "/api/device/query_mini", <DevicePicker key="d" shown="" faulty={false} onPick={() => undefined} />],
    [
      "an organisation",
      "/api/company/query_mini",
      <Finder key="c" label="Organisation" useFound={companySource.useFound} shown="" onPick={() => undefined} />,
    ],
  ])("where %s is looked for, instead of that nothing was found", async (_what, path, node) => {
    showPage(node, { answers: { [path]: failed } });
    await userEvent.type(screen.getByRole("combobox"), "pump");
    expect(await screen.findByRole("alert")).toHaveTextContent(words);
  });
});
