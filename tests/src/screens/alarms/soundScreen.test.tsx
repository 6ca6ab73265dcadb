// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import type { Language } from "#contract/messages.ts";
import { SoundScreen } from "#src/screens/alarms/soundScreen.tsx";
import { openSite, show } from "#tests/src/screens/screenSite.tsx";

const kept = [
  { level: 0, notice: false, sound: true },
  { level: 1, notice: true, sound: false },
  { level: 2, notice: true, sound: true },
  { level: 3, notice: true, sound: false },
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
    ...["紧急报警的通知", "紧急报警的声音", "重要报警的通知", "重要报警的声音"],
    ...["一般报警的通知", "一般报警的声音", "提示报警的通知", "提示报警的声音"],
  ],
  en: [
    ...["Notifications for Emergency alarms", "Sound for Emergency alarms", "Notifications for Major alarms", "Sound for Major alarms"],
    ...["Notifications for General alarms", "Sound for General alarms", "Notifications for Advisory alarms", "Sound for Advisory alarms"],
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
    expect(shown).toEqual([on, off, on, on, on, off, off, { checked: true, disabled: true }]);
  });

  it.each([
    ["Notifications for Emergency alarms", { level: 3, notice: false, sound: false }],
    ["Sound for Emergency alarms", { level: 3, notice: true, sound: true }],
    ["Notifications for Advisory alarms", { level: 0, notice: true, sound: true }],
    ["Sound for Major alarms", { level: 2, notice: true, sound: false }],
  ])("%s sends the opposite, and the other one as it is", async (name, request) => {
    const { sent } = await openSound("en");
    fireEvent.click(screen.getByRole("checkbox", { name }));
    await waitFor(() => expect(sent.filter(({ path }) => path !== mine)).toEqual([{ path: change, request }]));
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
