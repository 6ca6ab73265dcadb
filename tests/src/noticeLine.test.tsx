// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AlarmContent } from "#contract/realtime.ts";
import { NoticeCard } from "#src/app/realtime/noticeCard.tsx";
import { noticeCalls } from "#store/handles/notice.ts";
import { showPage } from "./pageSite.tsx";

const alarm: AlarmContent = {
  ...{ id: "a1", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", slaveName: "", triggerText: "温度 81 °C 高于 80 °C" },
  ...{ updateTime: "2026-11-01T01:02:03.000Z", state: 0, remark: "", level: 3, alarmSwitchState: 1, released: false, count: 1 },
};

/** Keeps the list behind the bell read, as the bell does. */
function Bell() {
  noticeCalls.query.useQuery({});
  return null;
}

const showLine = async (listed: AlarmContent) => {
  const list = [{ id: "n1", at: listed.updateTime, read: false, data: { type: 0, content: listed } }];
  showPage(
    <>
      <Bell />
      <ol>
        <NoticeCard notice={{ id: "alarm a1", arrival: 1, lasting: true, data: { type: 0, content: alarm } }} onDismiss={() => undefined} />
      </ol>
    </>,
    { answers: { "/api/notice/query": () => ({ data: { list, unread: 1, more: false } }) } },
  );
  await act(async () => undefined);
  return screen.getByRole("listitem").querySelector(".gh-notice-text")?.textContent;
};

it("what has just come in is worded as the list behind the bell, which follows the language", async () => {
  expect(await showLine({ ...alarm, triggerText: "Temperature 81 °C above 80 °C" })).toBe("Temperature 81 °C above 80 °C");
});

it("but not as another alarm", async () => {
  expect(await showLine({ ...alarm, id: "a2", triggerText: "Something else" })).toBe(alarm.triggerText);
});
