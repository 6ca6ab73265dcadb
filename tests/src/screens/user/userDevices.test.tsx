// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import type { TerminalUserRow } from "#contract/resources/relations.ts";
import { FeedbackProvider } from "#src/kit/feedback/feedbackProvider.tsx";
import { UserDevices } from "#src/screens/user/userDevices.tsx";
import { refusal } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { openSite, show } from "#tests/src/screens/screenSite.tsx";

const user: TerminalUserRow = {
  ...{ id: "t1", companyName: "Hebei Water", account: "zhao.min", userName: "Zhao Min", nickName: "Minmin", phone: "13800138000" },
  ...{ email: "min@example.com", enabled: true, devices: 2, lastLoginAt: null, createdAt: "2026-09-03T04:05:06Z" },
  ...{ modifiable: true, version: 4 },
};
const bound = [
  { id: "b1", deviceId: "d1", name: "North pump", sn: "NP-0001", online: true, state: 0, at: "2026-11-01T01:02:03Z", version: 5 },
  { id: "b2", deviceId: "d2", name: "South pump", sn: "SP-0002", online: false, state: 2, at: "2026-11-02T01:02:03Z", version: 6 },
];
const own = "/user/terminal";
const reading = "/api/device_user_bind/queryDevices";
const bind = "/api/device_user_bind/auth";
const release = "/api/device_user_bind/removeAuth";

const showDevices = async (granted: readonly string[] = [bind, release]) => {
  const site = openSite((path) => ({ data: path === reading ? { list: bound, total: 2, pageNo: 1, pageSize: 1000 } : null }));
  show(<UserDevices user={user} onClose={() => {}} />, {
    ...{ site, route: own, paths: [reading, ...granted], menu: { [own]: [reading, ...granted] } },
  });
  await screen.findByText("North pump");
  return site;
};

const writesOf = ({ sent }: ReturnType<typeof openSite>) => sent.filter(({ path }) => path === bind || path === release);

const rowsShown = () =>
  screen.getAllByRole("row").map((row) => {
    const chosen = row.querySelector("select")?.selectedOptions[0]?.textContent;
    return [...row.children]
      .slice(0, 2)
      .map(({ textContent }) => textContent as string | undefined)
      .concat(chosen ?? []);
  });

describe("the devices of an end user", () => {
  it("stand with their numbers and what the user may do with each [S4.069]", async () => {
    const site = await showDevices();
    expect(rowsShown()).toEqual([
      ["Device", "SN"],
      ["North pump", "NP-0001", "Device owner"],
      ["South pump", "SP-0002", "Pending"],
    ]);
    expect(site.sent).toEqual([{ path: reading, request: { userId: "t1", pageSize: 1000 } }]);
  });

  it("are unbound after a question alone, which names both", async () => {
    const site = await showDevices();
    const button = screen.getByRole("button", { name: "Unbind: South pump" });
    fireEvent.click(button);
    await waitFor(() =>
      expect(site.asked).toMatchObject([{ kind: "danger", question: "Unbind South pump from Zhao Min?", action: "Unbind" }]),
    );
    expect(writesOf(site)).toEqual([]);
    site.confirmed = true;
    fireEvent.click(button);
    await waitFor(() => expect(writesOf(site)).toEqual([{ path: release, request: { deviceId: "d2", userId: "t1" } }]));
    expect(site.asked).toHaveLength(2);
  });

  const words = {
    zh: { button: "解绑：South pump", action: "解绑", done: "解绑成功", none: "没有绑定设备", failed: "解绑失败：服务器连接超时" },
    en: { button: "Unbind: South pump", action: "Unbind", done: "Unbound", none: "No devices bound", failed: "Unbinding failed: " },
  } as const;
  const rights = { at: own, paths: [reading, release], menu: { [own]: [reading, release] } };

  it.each(languages)("are gone once they were unbound, which is said: %s [S4.045] [S8.027]", async (language) => {
    let left = bound.slice(1);
    const { said, asked } = showPage(<UserDevices user={user} onClose={() => {}} />, {
      ...{ ...rights, language },
      answers: {
        [reading]: () => ({ data: { list: left, total: left.length, pageNo: 1, pageSize: 1000 } }),
        [release]: () => {
          left = [];
          return { data: null };
        },
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: words[language].button }));
    await waitFor(() => expect(said).toEqual([words[language].done]));
    expect(asked[0]).toContain("South pump");
    expect(await screen.findByText(words[language].none)).toBeTruthy();
    expect(screen.queryByText("South pump")).toBeNull();
  });

  it.each(languages)("stay where unbinding fails, and the question says so: %s [S8.028]", async (language) => {
    const page = (
      <FeedbackProvider>
        <UserDevices user={user} onClose={() => {}} />
      </FeedbackProvider>
    );
    showPage(page, {
      ...{ ...rights, language },
      answers: {
        [reading]: () => ({ data: { list: bound, total: 2, pageNo: 1, pageSize: 1000 } }),
        [release]: () => refusal(500),
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: words[language].button }));
    fireEvent.click(await screen.findByRole("button", { name: words[language].action }));
    expect((await screen.findByRole("alert")).textContent).toContain(words[language].failed);
    expect(screen.getByText("South pump")).toBeTruthy();
  });

  it("are set over the version of the binding that was seen", async () => {
    const site = await showDevices();
    fireEvent.change(screen.getByRole("combobox", { name: "Authorisation: South pump" }), { target: { value: "3" } });
    await waitFor(() => expect(writesOf(site)).toEqual([{ path: bind, request: { deviceId: "d2", userId: "t1", state: 3, version: 6 } }]));
  });

  it.each([
    ["nothing", [], { finder: 0, select: false, release: false }],
    ["binding", [bind], { finder: 1, select: true, release: false }],
    ["releasing", [release], { finder: 0, select: false, release: true }],
  ])("let those do it who may: %s", async (_what, granted, enabled) => {
    await showDevices(granted);
    expect({
      finder: screen.queryAllByLabelText("Bind a device: name or SN").length,
      select: screen.getByRole("combobox", { name: "Authorisation: North pump" }).matches(":enabled"),
      release: screen.getByRole("button", { name: "Unbind: North pump" }).matches(":enabled"),
    }).toEqual(enabled);
  });
});
