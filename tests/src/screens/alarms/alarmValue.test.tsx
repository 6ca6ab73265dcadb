// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { SessionViewContext } from "#src/app/sessionView.ts";
import { AlarmValue } from "#src/screens/alarms/alarmValue.tsx";
import { createStore } from "#store/store.ts";

const alarm: AlarmRow = {
  ...{ id: "a", deviceId: "d", deviceName: "Cold room", deviceSn: "SN1", slave: 1, slaveName: "Main" },
  ...{ ruleId: "r", ruleName: "Door open", pointName: "库门", pointNameEn: "Door", level: 3, state: 0, triggerText: "Door open" },
  ...{ value: 1, unit: "", raisedAt: "2026-01-14T10:00:00.000Z", releasedAt: null, processedAt: null, processor: "", remark: "" },
};
const readable = ["/api/alarm_trigger/get", "/api/device_data_recipe/get_body"];
const openClosed = [
  { value: 0, label: "关", labelEn: "Closed" },
  { value: 1, label: "开", labelEn: "Open" },
];

interface Shown {
  language?: Language;
  paths?: readonly string[];
  /** The point's name by now. */
  pointName?: string;
  point?: { enumeration?: readonly object[]; decimals?: number };
}

const show = (alarms: readonly AlarmRow[], { language = "en", paths = readable, pointName = "库门", point = {} }: Shown = {}) => {
  const asked: string[] = [];
  const answers: Record<string, object> = {
    "/api/alarm_trigger/get": { id: "r", pointId: "p", pointName },
    "/api/device_data_recipe/get_body": { id: "p", decimals: null, enumeration: [], unit: "new unit", ...point },
  };
  const store = createStore({
    send: async ({ path }) => {
      asked.push(path);
      return { data: answers[path] };
    },
    file: async () => ({ error: { code: "network", message: "", data: null } }),
  });
  const me = {
    ...{ id: "u", account: "u", type: 1 as const, userName: "u", nickName: "", avatar: "", authTypeName: "", companyId: "c" },
    ...{ zone: "Asia/Shanghai", paths: [...paths] },
  };
  const { container } = render(
    <Provider store={store}>
      <IntlProvider locale={language} messages={language === "zh" ? zh : en}>
        <SessionViewContext value={{ me, companyName: "", systemName: "", menu: [], signOut: () => {} }}>
          {alarms.map((one) => (
            <AlarmValue key={one.id} alarm={one} />
          ))}
        </SessionViewContext>
      </IntlProvider>
    </Provider>,
  );
  return { asked, container };
};

describe("the value of an alarm", () => {
  it.each([
    ["en", "Open"],
    ["zh", "开"],
  ] as const)("is the point's word for it in %s", async (language, word) => {
    show([alarm], { language, point: { enumeration: openClosed } });
    expect(await screen.findByText(word)).toBeInTheDocument();
  });

  it("has the point's decimals, and the unit that was recorded", async () => {
    const { container } = show([{ ...alarm, value: 9.049, unit: "°C" }], { point: { decimals: 1 } });
    await screen.findByText("9.0");
    expect(container).toHaveTextContent("9.0°C");
  });

  it("is asked for once for all alarms of a rule", async () => {
    const { asked } = show([alarm, { ...alarm, id: "b" }, { ...alarm, id: "c" }], { point: { enumeration: openClosed } });
    expect(await screen.findAllByText("Open")).toHaveLength(3);
    expect(asked.toSorted()).toEqual(readable);
  });

  it("stands as it was recorded where the rule watches another point by now, or may not be read", async () => {
    const { asked } = show([alarm], { paths: [], point: { enumeration: openClosed } });
    expect(screen.getByText("1")).toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});
