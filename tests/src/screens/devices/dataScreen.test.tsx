// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { deviceData } from "#contract/resources/deviceData.ts";
import { AwaitedJobsContext } from "#src/app/jobs/awaitedJobs.ts";
import { DataScreen } from "#src/screens/devices/dataScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";

const { query, count, delete: erase } = deviceData.calls;
const row = (minute: number) => ({
  ...{ deviceId: "d1", deviceName: "North pump", sn: "NP-1", slave: 1, slaveName: "Main", pointId: "p1", name: "温度", nameEn: "Heat" },
  ...{
    ts: `2026-08-01T00:0${minute}:00.000Z`,
    value: 21,
    unit: "°C",
    valueType: "int16",
    decimals: 0,
    min: null,
    max: null,
    enumeration: [],
  },
});

/** The view of one device's readings, with two pages of them, and a job that has ended when `ended` is called. */
const showReadings = async () => {
  const calls = await standsIn("/devices/data", DataScreen);
  let ended = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const page = showPage(
    <AwaitedJobsContext value={{ settle: () => until, take: async () => undefined }}>
      <DataScreen />
    </AwaitedJobsContext>,
    {
      ...{ at: "/devices/data?deviceId=d1", paths: calls, menu: { "/devices/data": calls } },
      answers: {
        [query.path]: (request) => ({ data: { rows: [row(1)], cursor: "cursor" in request ? null : "next" } }),
        [count.path]: () => ({ data: { readings: 30, points: 1, devices: ["North pump"], confirm: "North pump" } }),
        [erase.path]: () => ({ data: { id: "j1" } }),
      },
    },
  );
  await screen.findByText("Page 1, 1 on this page");
  const asked = (path: string) => page.sent.filter((one) => one.path === path).map(({ request }) => request);
  return { ...page, asked, ended };
};
const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;

describe("the view of stored readings", () => {
  it("goes on by cursor and back, from the first page to the last", async () => {
    const { asked } = await showReadings();
    await waitFor(() => expect([button("Previous").disabled, button("Next").disabled]).toEqual([true, false]));
    fireEvent.click(button("Next"));
    await screen.findByText("Page 2, 1 on this page");
    expect(asked(query.path).at(-1)).toMatchObject({ deviceIds: ["d1"], cursor: "next" });
    await waitFor(() => expect([button("Previous").disabled, button("Next").disabled]).toEqual([false, true]));
    fireEvent.click(button("Previous"));
    await screen.findByText("Page 1, 1 on this page");
    await waitFor(() => expect(button("Previous").disabled).toBe(true));
  });

  it("reads anew once a deletion has ended", async () => {
    const { asked, said, ended } = await showReadings();
    fireEvent.click(button("Delete readings"));
    await waitFor(() => expect(said).toEqual(["Deletion started; the job list shows its progress"]));
    expect(asked(erase.path)).toMatchObject([{ deviceIds: ["d1"], confirm: "North pump" }]);
    await waitFor(() => expect(button("Next").disabled).toBe(false));
    const before = asked(query.path).length;
    ended();
    await waitFor(() => expect(asked(query.path)).toHaveLength(before + 1));
  });
});
