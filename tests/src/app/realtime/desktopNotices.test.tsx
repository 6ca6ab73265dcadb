// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createActor } from "xstate";
import type { Language } from "#contract/messages.ts";
import { alarmNotices, type NoticeData } from "#machines/alarmNotices.ts";
import { DesktopNotices } from "#src/app/realtime/desktopNotices.tsx";
import { desktopState } from "#src/kit/feedback/desktop.ts";
import { alarmNotice, handFrame } from "#tests/machines/noticeSamples.ts";
import { showPage } from "#tests/src/pageSite.tsx";

interface Shown extends NotificationOptions {
  title: string;
  closed?: boolean;
  onclick?: () => void;
}

let shown: Shown[] = [];
let permission: NotificationPermission = "granted";

class Desktop {
  static get permission() {
    return permission;
  }
  onclick: (() => void) | undefined;
  constructor(title: string, options: NotificationOptions) {
    const one: Shown = { title, ...options, onclick: () => this.onclick?.() };
    this.close = () => {
      one.closed = true;
    };
    shown.push(one);
  }
  close: () => void;
}

/** Locks of one browser, as its tabs see them. */
const locksOfBrowser = () => {
  const held: { name: string }[] = [];
  return {
    query: async () => ({ held }),
    request: async (name: string, _options: object, work: () => Promise<void>) => {
      const lock = { name };
      held.push(lock);
      await work();
      held.splice(held.indexOf(lock), 1);
    },
  };
};

let locks = locksOfBrowser();
let focused = false;
const calls = ["/api/alarm_log/get", "/api/alarm_log/query", "/api/device/get"];
const settled = () => act(async () => void (await Promise.resolve()));

const open = (language: Language = "en", menu: Record<string, string[]> = { "/alarms/history": calls, "/devices/deviceDatail": calls }) => {
  const { frame, draw } = handFrame();
  const actor = createActor(alarmNotices.provide({ actors: { frame }, actions: { playSound() {} } }), {
    input: { onlyData: false },
  }).start();
  const page = showPage(<DesktopNotices notices={actor} />, { language, paths: calls, menu });
  return {
    ...page,
    come: async (...data: NoticeData[]) => {
      for (const each of data) actor.send({ type: "message", message: { code: 0, data: each } });
      draw();
      await settled();
    },
  };
};

const wanted = (id: string, level = 2, more: object = {}): NoticeData => {
  const notice = alarmNotice(id, { level });
  if (notice.type !== 0) throw new Error("no alarm");
  return { ...notice, content: { ...notice.content, desktop: true, ...more } };
};

beforeEach(() => {
  shown = [];
  permission = "granted";
  focused = false;
  locks = locksOfBrowser();
  vi.stubGlobal("Notification", Desktop);
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "locks", { configurable: true, get: () => locks });
  vi.spyOn(document, "hasFocus").mockImplementation(() => focused);
  vi.spyOn(window, "focus").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.location.hash = "";
});

describe("the desktop", () => {
  it.each([
    ["en", "Major alarm · boiler (SN1)"],
    ["zh", "重要报警 · boiler（SN1）"],
  ] as const)("tells of an alarm in the user's language, silently: %s", async (language, title) => {
    const { come } = open(language);
    await come(wanted("a"));
    expect(shown).toMatchObject([{ title, body: "Too hot", tag: "alarm a", lang: language, silent: true }]);
  });

  it("tells of the gravest of what comes together, and of what was not chosen nothing", async () => {
    const { come } = open();
    await come(wanted("low", 0), wanted("grave", 3), alarmNotice("unchosen", { level: 3 }), wanted("middle", 2));
    expect(shown.map(({ tag }) => tag)).toEqual(["alarm grave"]);
    await come(alarmNotice("unchosen again", { level: 3 }));
    expect(shown).toHaveLength(1);
  });

  it("has one notification of a storm, which a later one takes the place of", async () => {
    const { come } = open();
    for (const count of [40, 900]) await come(wanted(`a${count}`, 3, { count, gathering: "g", severalRules: true }));
    expect(shown.map(({ tag, title }) => [tag, title])).toEqual([
      ["alarms g", "Emergency alarm · 40 alarms of several rules"],
      ["alarms g", "Emergency alarm · 900 alarms of several rules"],
    ]);
  });

  it("tells nothing while this tab or another one is in front", async () => {
    const { come } = open();
    focused = true;
    act(() => void window.dispatchEvent(new Event("focus")));
    expect((await locks.query()).held).toHaveLength(1);
    await come(wanted("a"));
    focused = false;
    act(() => void window.dispatchEvent(new Event("blur")));
    await settled();
    expect((await locks.query()).held).toEqual([]);
    let leave = () => {};
    void locks.request("console in front", {}, () => new Promise<void>((resolve) => (leave = resolve)));
    await come(wanted("b"));
    expect(shown).toEqual([]);
    leave();
    await settled();
    await come(wanted("c"));
    expect(shown.map(({ tag }) => tag)).toEqual(["alarm c"]);
  });

  it.each(["denied", "default"] as const)("tells nothing where the browser's answer is %s, and does not ask", async (answer) => {
    permission = answer;
    const { come } = open();
    await come(wanted("a"));
    expect(shown).toEqual([]);
  });

  it("leads at a click to the alarm's record, to its device for who has no records, and comes to the front", async () => {
    const { come } = open();
    await come(wanted("a"));
    shown[0]?.onclick?.();
    expect([window.location.hash, shown[0]?.closed]).toEqual(["#/alarms/history?record=a", true]);
    expect(window.focus).toHaveBeenCalled();
    const other = open("en", { "/devices/deviceDatail": calls });
    await other.come(wanted("b"));
    shown[1]?.onclick?.();
    expect(window.location.hash).toBe("#/devices/deviceDatail?id=d");
  });

  // The last one: what a page has found out of its browser it does not ask again.
  it("tells nothing where the browser refuses the notification itself, as those of phones do, and says so from then on", async () => {
    class Refusing {
      static readonly permission = "granted";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    }
    vi.stubGlobal("Notification", Refusing);
    const { come } = open();
    expect(desktopState()).toBe("granted");
    await come(wanted("a"));
    expect(desktopState()).toBe("none");
  });
});
