// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { alarmLog } from "#contract/resources/alarm.ts";
import { AlarmTally } from "#src/app/realtime/alarmTally.tsx";
import { staleFromRealtime } from "#src/app/realtime/staleFromRealtime.ts";
import { useWindowTitle } from "#src/app/windowTitle.ts";
import { displaySlice } from "#store/display.ts";
import { showPage } from "#tests/src/pageSite.tsx";

const { path } = alarmLog.calls.countLevel;

function Named({ title }: { title: string }) {
  useWindowTitle(title);
  return null;
}

const icon = () => decodeURIComponent(document.querySelector('link[rel="icon"]')?.getAttribute("href") ?? "");
const mark = () => /fill="(#\w+)"\/><text.* fill="(#\w+)">(.+)<\/text><\/svg>/.exec(icon())?.slice(1);

/** The page of somebody who sees so many of each level, the lowest first. */
const open = (...counts: number[]) => {
  let seen = counts;
  const page = showPage(
    <>
      <Named title="Devices - Gatehouse" />
      <AlarmTally />
    </>,
    { answers: { [path]: () => ({ data: seen.map((count, level) => ({ level, count })) }) } },
  );
  const stale = staleFromRealtime(page.store);
  return {
    ...page,
    become: (...now: number[]) => {
      seen = now;
      act(() => stale.records(["alarm_log"]));
    },
  };
};

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg" />';
  for (const level of [0, 1, 2, 3]) {
    document.body.style.setProperty(`--gh-level-${level}`, `#00000${level}`);
    document.body.style.setProperty(`--gh-level-${level}-ground`, `#fffff${level}`);
  }
});

describe("the window of a page", () => {
  it("says how many active alarms nobody has handled, and shows it in the colour of the highest level", async () => {
    const { sent } = open(4, 1, 2, 0);
    await waitFor(() => expect(document.title).toBe("(7) Devices - Gatehouse"));
    expect(mark()).toEqual(["#000002", "#fffff2", "7"]);
    expect(sent).toEqual([{ path, request: { open: true, state: 0 } }]);
  });

  it("follows what has changed on the server, and is plain again behind the last", async () => {
    const { become } = open(0, 0, 0, 0);
    await waitFor(() => expect(document.title).toBe("Devices - Gatehouse"));
    expect(icon()).toBe("/icon.svg");
    become(0, 0, 0, 1204);
    await waitFor(() => expect(document.title).toBe("(1,204) Devices - Gatehouse"));
    expect(mark()).toEqual(["#000003", "#fffff3", "99+"]);
    become(0, 0, 0, 0);
    await waitFor(() => expect(document.title).toBe("Devices - Gatehouse"));
    expect(icon()).toBe("/icon.svg");
  });

  it("keeps the number when it gets another name, and takes the colours of the mode", async () => {
    const { store } = open(0, 0, 0, 3);
    await waitFor(() => expect(document.title).toBe("(3) Devices - Gatehouse"));
    showPage(<Named title="Alarms - Gatehouse" />);
    expect(document.title).toBe("(3) Alarms - Gatehouse");
    document.body.style.setProperty("--gh-level-3", "#ff8f93");
    act(() => void store.dispatch(displaySlice.actions.set({ key: "mode", value: "dark" })));
    expect(mark()?.[0]).toBe("#ff8f93");
  });

  it("is plain once nobody is signed in", async () => {
    const { unmount } = open(0, 0, 0, 3);
    await waitFor(() => expect(document.title).toMatch(/^\(3\) /));
    unmount();
    expect([document.title, icon()]).toEqual(["Devices - Gatehouse", "/icon.svg"]);
  });
});
