// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { NoticeRow } from "#contract/resources/notice.ts";
import { HandleAlarmContext } from "#src/app/realtime/handleAlarm.ts";
import { NoticeCentre } from "#src/app/realtime/noticeCentre.tsx";
import { alarmNotice } from "#tests/machines/noticeSamples.ts";
import { showPage } from "#tests/src/pageSite.tsx";

const row = (id: string, more: Parameters<typeof alarmNotice>[1] & { read?: boolean } = {}): NoticeRow => {
  const data = alarmNotice(id, more);
  if (data.type !== 0) throw new Error("no alarm");
  return { id: `alarm ${id}`, at: "2026-01-02T00:00:00.000Z", read: more.read ?? true, data };
};

const calls = ["/api/alarm_log/get", "/api/alarm_log/query", "/api/alarm_log/recover", "/api/device/get"];

const open = (...list: NoticeRow[]) => {
  const handled: unknown[] = [];
  let closed = 0;
  const unread = list.filter(({ read }) => !read).length;
  const notices = { list, total: list.length, pageNo: 1, pageSize: 100, unread, more: false };
  const page = showPage(
    <HandleAlarmContext value={({ id }) => handled.push(id)}>
      <NoticeCentre notices={notices} onClose={() => (closed += 1)} />
    </HandleAlarmContext>,
    { paths: calls, menu: { "/alarms/history": calls, "/devices/deviceDatail": calls } },
  );
  return { ...page, handled, closed: () => closed, user: userEvent.setup() };
};

describe("the list behind the bell", () => {
  it("is walked through by the arrow keys, Home and End from its newest on, and A handles the alarm of a row", async () => {
    const { user, handled } = open(row("a"), row("b"), row("c", { state: 1 }));
    const rows = screen.getAllByRole("listitem");
    expect(rows[0]).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(rows[0]).toHaveFocus();
    await user.keyboard("{ArrowDown}a");
    expect(rows[1]).toHaveFocus();
    await user.keyboard("{End}a{ArrowDown}");
    expect(rows[2]).toHaveFocus();
    await user.keyboard("{Home}a");
    expect(rows[0]).toHaveFocus();
    expect(handled).toEqual(["b", "a"]);
  });

  it("is left by Enter on a row, for where that leads, and read by it", async () => {
    const { user, sent, closed } = open(row("a", { read: false }));
    await user.keyboard("{Enter}");
    expect([closed(), sent.map(({ request }) => request)]).toEqual([1, [{ ids: ["alarm a"] }]]);
  });

  it("has a button that handles an alarm, from which the focus goes to its row", async () => {
    const { user, handled } = open(row("a", { state: 1 }), row("b"));
    await user.click(screen.getByRole("button", { name: "Handle" }));
    expect(handled).toEqual(["b"]);
    expect(screen.getAllByRole("listitem")[1]).toHaveFocus();
  });
});
