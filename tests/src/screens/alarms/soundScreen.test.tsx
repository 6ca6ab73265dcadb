// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { languages } from "#contract/languages.ts";
import type { Language } from "#contract/messages.ts";
import { SoundScreen } from "#src/screens/alarms/soundScreen.tsx";
import { openSite, show } from "#tests/src/screens/screenSite.tsx";

const kept = [
  { level: 0, notice: false, sound: true, tone: "chime", desktop: true },
  { level: 1, notice: true, sound: false, tone: "beep", desktop: false },
  { level: 2, notice: true, sound: true, tone: "double", desktop: false },
  { level: 3, notice: true, sound: false, tone: "alarm", desktop: true },
];
const mine = "/api/alarm_switch/my";
const change = "/api/alarm_switch/open_or_close";

const openSound = async (language: Language) => {
  const site = openSite((path) => ({ data: path === mine ? kept : null }));
  show(<SoundScreen />, { site, language });
  await screen.findAllByRole("checkbox");
  return site;
};

const names = {
  zh: [
    ...["紧急报警的通知", "紧急报警的声音", "紧急报警的桌面通知", "重要报警的通知", "重要报警的声音", "重要报警的桌面通知"],
    ...["一般报警的通知", "一般报警的声音", "一般报警的桌面通知", "提示报警的通知", "提示报警的声音", "提示报警的桌面通知"],
  ],
  en: [
    ...["Notifications for Emergency alarms", "Sound for Emergency alarms", "Desktop notifications for Emergency alarms"],
    ...["Notifications for Major alarms", "Sound for Major alarms", "Desktop notifications for Major alarms"],
    ...["Notifications for General alarms", "Sound for General alarms", "Desktop notifications for General alarms"],
    ...["Notifications for Advisory alarms", "Sound for Advisory alarms", "Desktop notifications for Advisory alarms"],
  ],
};

describe("the alarm sound", () => {
  it.each(languages)("names each switch by its level and what it switches, the gravest first: %s", async (language) => {
    await openSound(language);
    expect(screen.getAllByRole("checkbox").map((box) => box.getAttribute("aria-label"))).toEqual(names[language]);
  });

  it("shows what is kept, and no sound to be chosen where there is no notice", async () => {
    await openSound("en");
    const shown = screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked, disabled }) => ({ checked, disabled }));
    const on = { checked: true, disabled: false };
    const off = { checked: false, disabled: false };
    const idle = { checked: true, disabled: true };
    expect(shown).toEqual([on, off, on, on, on, off, on, off, off, off, idle, idle]);
  });

  it.each([
    ["Notifications for Emergency alarms", { ...kept[3], notice: false }],
    ["Sound for Emergency alarms", { ...kept[3], sound: true }],
    ["Desktop notifications for Emergency alarms", { ...kept[3], desktop: false }],
    ["Notifications for Advisory alarms", { ...kept[0], notice: true }],
    ["Sound for Major alarms", { ...kept[2], sound: false }],
  ])("%s sends the opposite, and the others as they are", async (name, request) => {
    const { sent } = await openSound("en");
    fireEvent.click(screen.getByRole("checkbox", { name }));
    await waitFor(() => expect(sent.filter(({ path }) => path !== mine)).toEqual([{ path: change, request }]));
  });

  it("is chosen for each level of five, where the level sounds, and sent with what the level has", async () => {
    const { sent } = await openSound("en");
    const tones = screen.getAllByRole<HTMLSelectElement>("combobox");
    expect(tones.map(({ value, disabled }) => [value, disabled])).toEqual([
      ["alarm", true],
      ["double", false],
      ["beep", true],
      ["chime", true],
    ]);
    expect([...(tones[1]?.options ?? [])].map(({ text }) => text)).toEqual(["Chime", "Single beep", "Double beep", "Alarm", "Siren"]);
    fireEvent.change(screen.getByRole("combobox", { name: "Tone for Major alarms" }), { target: { value: "siren" } });
    await waitFor(() =>
      expect(sent.filter(({ path }) => path === change)).toEqual([{ path: change, request: { ...kept[2], tone: "siren" } }]),
    );
  });

  it("is tried for each level, and where the browser plays nothing it says so", async () => {
    const played: string[] = [];
    let allowed = true;
    vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (this: HTMLMediaElement) {
      played.push(new URL(this.src).pathname);
      if (!allowed) throw new DOMException("not allowed", "NotAllowedError");
    });
    const said: string[] = [];
    const site = openSite((path) => ({ data: path === mine ? kept : null }));
    show(<SoundScreen />, {
      language: "en",
      site: { ...site, feedback: { ...site.feedback, toasts: { ...site.feedback.toasts, warning: (text) => said.push(text) } } },
    });
    await screen.findAllByRole("checkbox");
    for (const level of ["Emergency", "Major", "General", "Advisory"])
      fireEvent.click(screen.getByRole("button", { name: `Play the sound for ${level} alarms` }));
    expect(played).toEqual(["/alarm.wav", "/double.wav", "/beep.wav", "/chime.wav"]);
    expect(said).toEqual([]);
    allowed = false;
    fireEvent.click(screen.getByRole("button", { name: "Play the sound for Major alarms" }));
    await waitFor(() => expect(said).toEqual(["The browser did not play the sound; check the volume and the site permissions"]));
    vi.restoreAllMocks();
  });

  describe("of the desktop", () => {
    const desktop = "Desktop notifications for Major alarms";
    const browser = (permission: NotificationPermission, answer: NotificationPermission = permission) => {
      const state = { permission, asked: 0 };
      const requestPermission = async () => {
        state.asked += 1;
        state.permission = answer;
        return answer;
      };
      vi.stubGlobal("isSecureContext", true);
      vi.stubGlobal("Notification", {
        requestPermission,
        get permission() {
          return state.permission;
        },
      });
      return state;
    };
    const changed = ({ sent }: { sent: { path: string; request: object }[] }) =>
      sent.filter(({ path }) => path === change).map(({ request }) => request);
    afterEach(() => vi.unstubAllGlobals());

    it("is switched on once the browser was asked and allows it, and not asked before", async () => {
      const state = browser("default", "granted");
      const site = await openSound("en");
      expect(state.asked).toBe(0);
      fireEvent.click(screen.getByRole("checkbox", { name: desktop }));
      await waitFor(() => expect(changed(site)).toEqual([{ ...kept[2], desktop: true }]));
      expect([state.asked, screen.queryByRole("alert")]).toEqual([1, null]);
    });

    it.each([
      ["denied", "The browser rejects notifications from the console. Allow them in its site settings, then reload this page."],
      ["default", "This browser has not yet allowed notifications from the console"],
    ] as const)("stays off where the browser's answer is %s, which is said", async (answer, said) => {
      browser("default", answer);
      const site = await openSound("en");
      fireEvent.click(screen.getByRole("checkbox", { name: desktop }));
      await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(said));
      expect(changed(site)).toEqual([]);
    });

    it("says of a browser without notifications that it has none, where a level is on", async () => {
      await openSound("zh");
      expect(screen.getByRole("alert")).toHaveTextContent("此浏览器无法显示控制台的通知");
    });
  });

  it("keeps the focus on a switch while it is saved", async () => {
    await openSound("en");
    const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Notifications for Emergency alarms" });
    box.focus();
    fireEvent.click(box);
    await waitFor(() => expect(box.getAttribute("aria-busy")).toBe("true"));
    expect(box.disabled).toBe(false);
  });
});
