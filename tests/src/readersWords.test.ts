// @vitest-environment jsdom
import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { builtinRoleNames } from "#contract/resources/role.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { headingWidth } from "#src/screens/devices/historyNotes.ts";
import { valueWords } from "#src/screens/devices/operationWords.ts";
import { RoleListScreen } from "#src/screens/role/roleListScreen.tsx";

const texts = { zh, en };

describe.each(["zh", "en"] as const)("in the reader's language, %s", (language) => {
  const intl = createIntl({ locale: language, messages: texts[language] });

  it("stand the names of roles that the product brings in titles and questions, and a renamed one as it was named", () => {
    const { rowName } = RoleListScreen.definition;
    for (const [id, names] of Object.entries(builtinRoleNames)) {
      expect(rowName({ id, name: names.zh } as Parameters<typeof rowName>[0], intl)).toBe(names[language]);
      expect(rowName({ id, name: "夜班" } as Parameters<typeof rowName>[0], intl)).toBe("夜班");
    }
  });

  it("stands the name of a data point beside its id in the operation log, as a key and as a value", () => {
    const reader = { intl, zone: "UTC", points: new Map([["p1", "Temperature"]]) };
    const told = valueWords("/api/device/cmd", "values", { p1: "a\u202eb", p2: true }, reader);
    const said = language === "zh" ? "Temperature (p1)：a\\u202Eb，values.p2：" : "Temperature (p1): a\\u202Eb, values.p2: ";
    expect(told.slice(0, said.length)).toBe(said);
    expect(valueWords("/api/device_data_log/dlexcel", "points", [{ slave: 1, pointId: "p1" }], reader)).toContain("Temperature (p1)");
  });

  it("stands the heading of repeated alarms whole", () => {
    const column = AlarmHistoryScreen.definition.columns.find(({ id }) => id === "repeats");
    expect(headingWidth(intl.formatMessage({ id: "alarms.column.repeats" }))).toBeLessThanOrEqual(column?.width ?? 0);
  });
});
