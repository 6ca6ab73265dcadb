import { describe, expect, it } from "vitest";
import { dataRequest, readDataAsk, writeDataAsk } from "#src/screens/devices/dataAsk.ts";

const now = Date.UTC(2026, 5, 2, 12);
const asked = (search: string) => dataRequest(readDataAsk(new URLSearchParams(search)), "UTC", now);

describe("what the data manager's address asks for", () => {
  it("reads back as it was written, each device once, and leaves out what is as at first", () => {
    const address =
      "deviceId=a&deviceId=b&point=temp&least=-1.5&kind=beyond&from=2026-06-01T00%3A00%3A00.000Z&to=2026-06-02T00%3A00%3A00.000Z";
    const ask = readDataAsk(new URLSearchParams(`${address}&deviceId=a&deviceId=`));
    expect(ask).toEqual({
      ...{ deviceIds: ["a", "b"], point: "temp", kind: "beyond", least: "-1.5", most: "" },
      period: { from: Date.UTC(2026, 5, 1), to: Date.UTC(2026, 5, 2) },
    });
    expect(readDataAsk(writeDataAsk(ask))).toEqual(ask);
    expect(writeDataAsk(readDataAsk(new URLSearchParams("kind=nonsense&preset=nonsense"))).toString()).toBe("preset=day");
  });

  it("asks the calls with numbers, and with none where readings have no value", () => {
    expect(asked("deviceId=a&least=0&most=4.5&from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z").narrowed).toEqual({
      ...{ deviceIds: ["a"], from: "2026-06-01T00:00:00.000Z", to: "2026-06-02T00:00:00.000Z" },
      ...{ kind: "stored", least: 0, most: 4.5 },
    });
    const invalid = asked("deviceId=a&kind=invalid&least=x&from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z");
    expect(invalid.narrowed).not.toHaveProperty("least");
    expect(invalid.fault).toBeUndefined();
    expect(asked("deviceId=a&preset=day").chosen?.to).toBe(new Date(now).toISOString());
  });

  it.each([
    ["from=2026-06-01T00:00:00Z", "history.bounds"],
    ["from=2026-06-02T00:00:00Z&to=2026-06-02T00:00:00Z", "rule.period"],
    ["preset=day&least=ten", "rule.number"],
    ["preset=day&most=1e999", "rule.number"],
  ])("says what is wrong with %s", (search, fault) => {
    expect(asked(search)).toMatchObject({ fault });
    expect(asked(search)).not.toHaveProperty("narrowed");
  });
});
