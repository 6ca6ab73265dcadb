// @vitest-environment jsdom
import { useIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import type { Language } from "#contract/messages.ts";
import type { DeviceRow } from "#contract/resources/device.ts";
import type { ColumnSpec } from "#src/kit/screen/screenDefinition.ts";
import { mainColumns } from "#src/screens/devices/deviceColumns.tsx";
import { show } from "#tests/src/screens/screenSite.tsx";
import { wholeDevice } from "./wholeDevice.ts";

const [alarms]: ColumnSpec<DeviceRow>[] = mainColumns("UTC").filter(({ id }) => id === "openAlarms");
function Cell({ row }: { row: Partial<DeviceRow> }) {
  return alarms?.render?.(wholeDevice(row), useIntl());
}
const markOf = (language: Language, row: Partial<DeviceRow>) => {
  const { container } = show(<Cell row={row} />, { language });
  return [container.querySelector("[role=img]")?.getAttribute("title"), container.querySelector(".gh-devices-alarmed")?.textContent];
};
const mutedBy = { id: "m1", by: "Wang", reason: "Pump service", endsAt: "2026-11-01T04:00:00Z" };
const said: Record<Language, { muted: string; off: string }> = {
  zh: { muted: "屏蔽 · 至 2026-11-01 04:00:00 · 设置人：Wang · Pump service", off: "屏蔽 · 设备通知已关闭" },
  en: { muted: "Muted · Until 2026-11-01 04:00:00 · by Wang · Pump service", off: "Muted · Device notifications are off" },
};

describe.each(languages)("the mark of a muted device (%s)", (language) => {
  it("says until when, by whom and why beside its active alarms", () => {
    expect(markOf(language, { mutedBy, alarmNotice: true })).toEqual([said[language].muted, "7"]);
  });

  it("says that its notifications are off, and stands at no other device", () => {
    expect(markOf(language, { alarmNotice: false })).toEqual([said[language].off, "7"]);
    expect(markOf(language, { alarmNotice: true })).toEqual([undefined, "7"]);
  });
});
