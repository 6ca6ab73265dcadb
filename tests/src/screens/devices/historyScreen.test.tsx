// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { codes } from "#contract/codes.ts";
import { languages } from "#contract/languages.ts";
import type { Language } from "#contract/messages.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { HistoryScreen } from "#src/screens/devices/historyScreen.tsx";
import { LongWait } from "#src/screens/devices/longWait.tsx";
import { type Answer, refusal } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { show } from "#tests/src/screens/screenSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";

const { query_mutil } = deviceDataLog.calls;

const steps: Record<Language, string[]> = {
  zh: ["原始", "1 分钟", "10 分钟", "30 分钟", "1 小时均值", "整点", "1 天"],
  en: ["Raw", "1 min", "10 min", "30 min", "1 h mean", "On the hour", "1 day"],
};
const words = { zh: { by: "统计方式", query: "查询" }, en: { by: "Aggregation", query: "Query" } };

const nothing = { curves: [], zone: "UTC", from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z", reduced: false };

const showHistory = async (language: Language, answer: () => Answer) => {
  const paths = await standsIn("/devices/history", HistoryScreen);
  return showPage(<HistoryScreen />, {
    ...{ language, paths, at: "/devices/history?device=d1&points=1/p1&preset=day", menu: { "/devices/history": paths } },
    answers: { [query_mutil.path]: answer },
  });
};
const asked = (page: { sent: { path: string; request: object }[] }) => page.sent.filter(({ path }) => path === query_mutil.path).at(-1);

describe.each(languages)("the history page (%s)", (language) => {
  it("offers raw, minute, ten minutes, thirty minutes, one hour, hour and day, and asks for what was chosen [S9.023]", async () => {
    const page = await showHistory(language, () => ({ data: nothing }));
    const choice = screen.getByRole("combobox", { name: words[language].by });
    const options = [...choice.querySelectorAll("option")];
    expect(options.map(({ textContent }) => textContent)).toEqual(steps[language]);
    for (const [place, aggregation] of ["raw", "minute", "ten_minutes", "thirty_minutes", "one_hour", "hour", "day"].entries()) {
      fireEvent.change(choice, { target: { value: options[place]?.value } });
      fireEvent.click(screen.getByRole("button", { name: words[language].query }));
      await vi.waitFor(() => expect(asked(page)?.request).toMatchObject({ aggregation }));
    }
  });

  it("says what a query may answer at most where it would be more [S8.038]", async () => {
    const said = { zh: "一次最多查询 10000 条数据", en: "A maximum of 10000 items can be returned in one query" };
    await showHistory(language, () => refusal(codes.tooMuchData.code, said[language]));
    await screen.findByText(said[language], { exact: false });
  });
});

describe("a long wait", () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ["en", "The amount of data is too large, please be patient and wait"],
    ["zh", "数据量较大，请耐心等待"],
  ] as const)("asks for patience once it is long, and no longer than that (%s) [S8.037]", (language, patience) => {
    vi.useFakeTimers();
    const { container, unmount } = show(<LongWait waiting />, { language });
    expect(container.textContent).toBe("");
    act(() => void vi.advanceTimersByTime(1000));
    expect(container.textContent).toBe("");
    act(() => void vi.advanceTimersByTime(1000));
    expect(container.textContent).toBe(patience);
    unmount();
    expect(show(<LongWait waiting={false} />, { language }).container.textContent).toBe("");
  });
});
