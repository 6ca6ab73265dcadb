// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { describe, expect, it } from "vitest";
import { createActor, type EventObject, fromCallback } from "xstate";
import type { Language } from "#contract/messages.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { alarmNotices, type NoticeData } from "#machines/alarmNotices.ts";
import { HandleAlarmContext, type HandledAlarm } from "#src/app/realtime/handleAlarm.ts";
import { NoticeLine } from "#src/app/realtime/noticeLine.tsx";
import { contentId } from "#src/kit/view/content.ts";
import { SessionViewContext } from "#src/session/sessionView.ts";
import { menuItem } from "#tests/src/shell/consoleHarness.tsx";

const session = {
  me: {
    ...{ id: "u", account: "u", type: 1 as const, userName: "u", nickName: "", avatar: "", authTypeName: "", companyId: "c" },
    zone: "Asia/Shanghai",
    paths: ["/api/alarm_log/get", "/api/alarm_log/query", "/api/device/get"],
    phone: "",
    email: "",
    secondFactor: "none" as const,
    recoveryCodes: 0,
    createdAt: "2026-01-01T00:00:00.000Z",
    version: 1,
  },
  companyName: "",
  systemName: "",
  menu: [
    menuItem("/devices/deviceDatail", "设备详情", "Device detail", { actionList: ["/api/device/get"] }),
    menuItem("/alarms/history", "报警历史", "Alarm history", { actionList: ["/api/alarm_log/get", "/api/alarm_log/query"] }),
  ],
  signOut: () => {},
};

const contextOf = (...messages: NoticeData[]) => {
  const frame = fromCallback<EventObject>(({ sendBack }) => sendBack({ type: "frame" }));
  const actor = createActor(alarmNotices.provide({ actors: { frame }, actions: { playSound: () => {} } }), { input: { onlyData: false } });
  actor.start();
  for (const data of messages) actor.send({ type: "message", message: { code: 0, data } });
  const { context } = actor.getSnapshot();
  actor.stop();
  return context;
};

const alarm = (more: Partial<Extract<NoticeData, { type: 0 }>["content"]> = {}): NoticeData => ({
  type: 0,
  content: {
    id: "a-1",
    deviceId: "d-1",
    deviceName: "Boiler",
    deviceSn: "SN1",
    slaveName: "",
    triggerText: "Too hot",
    updateTime: "2026-01-02T20:00:00.000Z",
    state: 0,
    remark: "",
    level: 3,
    alarmSwitchState: 0,
    released: false,
    count: 1,
    ...more,
  },
});

const stack = (
  language: Language,
  messages: readonly NoticeData[],
  {
    paths = session.me.paths,
    menu = session.menu,
    send = (_event: object): unknown => undefined,
    handle = (_alarm: HandledAlarm): unknown => undefined,
  } = {},
) => (
  <IntlProvider locale={language} messages={language === "zh" ? zh : en}>
    <SessionViewContext value={{ ...session, menu, me: { ...session.me, paths } }}>
      <HandleAlarmContext value={handle}>
        <div id={contentId} tabIndex={-1} />
        <NoticeLine context={contextOf(...messages)} blocked={undefined} onSoundAllowed={() => {}} send={send} />
      </HandleAlarmContext>
    </SessionViewContext>
  </IntlProvider>
);

const recover = "/api/alarm_log/recover";
const mayHandle = {
  paths: [...session.me.paths, recover],
  menu: session.menu.map((item) => ({ ...item, actionList: [...item.actionList, recover] })),
};
const heldOrNot: ReadonlySet<unknown> = new Set(["hold", "letGo"]);
const typeOf = (event: unknown): unknown => (typeof event === "object" && event !== null && "type" in event ? event.type : undefined);

const show = (...asked: Parameters<typeof stack>) => {
  render(stack(...asked));
  return screen.getAllByRole("listitem");
};

describe("a notice", () => {
  it.each([
    ["en", "Emergency alarm · Boiler (SN1)", "Cleared · Boiler (SN1)"],
    ["zh", "紧急报警 · Boiler（SN1）", "已解除 · Boiler（SN1）"],
  ] as const)("of a release is calm, says so in %s and takes the place of the alarm", (language, raisedTitle, releasedTitle) => {
    const [raised] = show(language, [alarm()]);
    expect([raised?.className, raised?.querySelector(".gh-notice-title")?.textContent]).toEqual([
      "gh-notice gh-notice-level-3",
      raisedTitle,
    ]);
    cleanup();
    const cards = show(language, [alarm(), alarm({ released: true, triggerText: "Cool again" })]);
    expect(cards.map((card) => card.className)).toEqual(["gh-notice gh-notice-released"]);
    expect(cards[0]?.querySelector(".gh-notice-title")?.textContent).toBe(releasedTitle);
    expect(cards[0]).toHaveTextContent("Cool again");
  });

  it("of an alarm that somebody has dealt with is calm and names the result [S4.019]", () => {
    const [handled] = show("en", [alarm(), alarm({ state: 1, remark: "Valve replaced" })]);
    expect(handled).toHaveClass("gh-notice-processed", { exact: false });
    expect(handled).not.toHaveClass("gh-notice-level-3");
    expect(handled).toHaveTextContent("Handled · Boiler (SN1)");
    expect(handled).toHaveTextContent("Too hot · Valve replaced");
  });

  it.each([2, 3, -1])("of an alarm of state %i, which is neither new nor handled, tells of a false alarm [S4.020]", (state) => {
    const [card] = show("en", [alarm(), alarm({ state })]);
    expect(card).toHaveClass("gh-notice-processed", { exact: false });
    expect(card).toHaveTextContent("False alarm · Boiler (SN1)");
  });

  it("is in the language of the interface, whichever the message was sent in", () => {
    const handled: unknown[] = [];
    const told = [alarm({ triggerTexts: { zh: "过热", en: "Too hot" } }), alarm({ id: "plain", triggerText: "Sent plainly" })];
    const options = { ...mayHandle, handle: ({ triggerText }: HandledAlarm) => handled.push(triggerText) };
    const { rerender } = render(stack("en", told, options));
    const texts = () => screen.getAllByRole("listitem").map((card) => card.querySelector(".gh-notice-text")?.textContent);
    expect(texts()).toEqual(["Sent plainly", "Too hot"]);
    rerender(stack("zh", told, options));
    expect(texts()).toEqual(["Sent plainly", "过热"]);
    screen.getAllByRole("button", { name: "处理" })[1]?.click();
    expect(handled).toEqual(["过热"]);
  });

  it("names the slave that is in alarm", () => {
    const [card] = show("zh", [alarm({ slaveName: "1号泵" })]);
    expect(card?.querySelector(".gh-notice-title")?.textContent).toBe("紧急报警 · Boiler · 1号泵（SN1）");
  });

  it("tells the time in the user's zone, whatever the browser's is", () => {
    const [card] = show("en", [alarm()]);
    expect(card?.querySelector("time")?.textContent).toBe("2026-01-03 04:00:00");
  });

  it("of an alarm leads to the device and to the record [S7.047]", () => {
    show("en", [alarm()]);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "#/devices/deviceDatail?id=d-1",
      "#/alarms/history?record=a-1",
    ]);
  });

  it.each([
    ["en", {}, "Emergency alarm · 1,204 alarms of one rule"],
    ["en", { severalRules: true }, "Emergency alarm · 1,204 alarms of several rules"],
    ["zh", {}, "紧急报警 · 同一规则 1,204 条报警"],
    ["zh", { severalRules: true }, "紧急报警 · 多条规则的 1,204 条报警"],
  ] as const)("of a storm says in %s how many there are and leads to the list", (language, more, title) => {
    const cards = show(language, [
      alarm({ id: "a-9", count: 40, gathering: "g", ...more }),
      alarm({ id: "a-10", count: 1204, gathering: "g", ...more }),
    ]);
    expect(cards).toHaveLength(1);
    expect(cards[0]?.querySelector(".gh-notice-title")?.textContent).toBe(title);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["#/alarms/history?open=true&state=0"]);
  });

  it("offers to handle one alarm that nobody has handled, where the user may, and not many at once", () => {
    const buttons = (data: Partial<Parameters<typeof alarm>[0]>, more: object = mayHandle) => {
      show("en", [alarm(), alarm(data)], more);
      const found = screen.queryAllByRole("button", { name: "Handle" }).length;
      cleanup();
      return found;
    };
    expect(buttons({})).toBe(1);
    expect(buttons({ released: true })).toBe(1);
    expect(buttons({ state: 1 })).toBe(0);
    expect(buttons({ count: 2 })).toBe(0);
    expect(buttons({}, { paths: session.me.paths })).toBe(0);
  });

  it("leads to no record where the user may not read one", () => {
    show("en", [alarm()], { paths: ["/api/device/get"] });
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["#/devices/deviceDatail?id=d-1"]);
  });

  it("leads nowhere and says the same where the user's menu has none of the views", () => {
    const [card] = show("en", [alarm(), alarm({ id: "a-2" })], { menu: [] });
    expect(screen.queryAllByRole("link")).toEqual([]);
    expect(card).toHaveTextContent("Emergency alarm · Boiler (SN1)");
    expect(screen.getByText("2 notifications")).toBeInTheDocument();
  });
});

describe("the line of notices", () => {
  const many = (count: number, level = 2) => Array.from({ length: count }, (_, n) => alarm({ id: `m${n}`, level }));

  it("says how many there are, and links to the records of all", () => {
    expect(show("en", many(5))).toHaveLength(3);
    expect(screen.getByRole("link", { name: "5 notifications" })).toHaveAttribute("href", "#/alarms/history");
  });

  it("names the most urgent first, and dismisses one or all", async () => {
    const sent: unknown[] = [];
    const user = userEvent.setup();
    render(stack("en", [alarm({ id: "worst" }), alarm({ id: "later", level: 2 })], { send: (event) => sent.push(event) }));
    const [first] = screen.getAllByRole("listitem");
    expect(first).toHaveTextContent("Emergency alarm");
    await user.click(screen.getAllByRole("button", { name: "Dismiss notification" })[1] ?? document.body);
    await user.click(screen.getByRole("button", { name: "Dismiss all" }));
    expect(sent.filter((event) => !heldOrNot.has(typeOf(event)))).toEqual([{ type: "dismiss", id: "alarm later" }, { type: "dismissAll" }]);
  });

  it("is reached by G at the newest, which Enter follows and A handles, and holds the notices meanwhile", async () => {
    const sent: unknown[] = [];
    const handled: unknown[] = [];
    const user = userEvent.setup();
    const options = { ...mayHandle, send: (event: object) => sent.push(event), handle: (alarm: object) => handled.push(alarm) };
    render(stack("en", [alarm({ id: "worst" }), alarm({ id: "newest", level: 2 })], options));
    await user.keyboard("g");
    const [, newest] = screen.getAllByRole("listitem");
    expect(newest).toHaveFocus();
    expect(newest).toHaveTextContent("Major alarm");
    expect(sent).toEqual([{ type: "hold" }]);
    await user.keyboard("a");
    expect(handled).toEqual([{ id: "newest", state: 0, deviceName: "Boiler", triggerText: "Too hot" }]);
    const followed = new Promise((resolve) => window.addEventListener("hashchange", () => resolve(window.location.hash), { once: true }));
    await user.keyboard("{Enter}");
    expect(await followed).toBe("#/devices/deviceDatail?id=d-1");
    expect(document.getElementById(contentId)).toHaveFocus();
    expect(sent).toEqual([{ type: "hold" }, { type: "letGo" }]);
  });

  it("keeps the focus when the notice that has it goes: on another one, and behind the last on the views", async () => {
    const user = userEvent.setup();
    const { rerender } = render(stack("en", [alarm({ id: "a" }), alarm({ id: "b", level: 2 })]));
    await user.keyboard("g");
    rerender(stack("en", [alarm({ id: "a" })]));
    expect(screen.getByRole("listitem")).toHaveFocus();
    rerender(stack("en", []));
    expect(document.getElementById(contentId)).toHaveFocus();
  });
});
