// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { JobRow } from "#contract/resources/job.ts";
import { job } from "#contract/resources/job.ts";
import { useAwaitedJobs } from "#src/app/jobs/awaitedJobs.ts";
import { JobList, jobOutcome } from "#src/app/jobs/jobList.tsx";
import { JobsProvider } from "#src/app/jobs/jobsProvider.tsx";
import type { AppServices } from "#src/app/services.ts";
import { ServicesContext } from "#src/app/servicesContext.ts";
import { type Confirm, type ConfirmOptions, FeedbackContext } from "#src/kit/feedback/feedback.ts";
import { api } from "#store/api.ts";
import { staleTags } from "#store/attach.ts";
import { createStore } from "#store/store.ts";
import type { Transport } from "#store/transport.ts";
import { intlOf } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const row = (differences: Partial<JobRow> = {}): JobRow => ({
  ...{ id: "a", kind: "operationFile", state: "running", done: 1200, failed: 0, total: 5000, file: "", bytes: null, message: "" },
  ...{ change: "", undo: false, undoable: false, createdAt: "2026-11-29T00:00:00.000Z", endedAt: null },
  ...differences,
});
const ended = { endedAt: "2026-11-29T00:01:00.000Z" };

describe("what a job's line says", () => {
  it.each([
    ["a total", row(), "已处理 1,200 / 5,000 行", "Rows done: 1,200 of 5,000"],
    ["no total yet", row({ total: null }), "已处理 1,200 行", "Rows done: 1,200"],
    ["rows that failed", row({ failed: 7 }), "已处理 1,200 行，其中 7 行失败", "Rows done: 1,200, failed: 7"],
    ["a wait", row({ state: "waiting" }), "排队中", "Waiting for its turn"],
    ["an end by somebody", row({ state: "cancelled" }), "已取消", "Cancelled"],
    ["a refusal", row({ state: "failed", message: "no right" }), "no right", "no right"],
    ["a file", row({ state: "done", file: "log.csv", bytes: 2048 }), "log.csv · 2 kB", "log.csv · 2 kB"],
    ["rows and no file", row({ state: "done", done: 5000 }), "已处理 5,000 / 5,000 行", "Rows done: 5,000 of 5,000"],
  ])("%s", (_what, told, zh, en) => {
    expect([jobOutcome(told, intlOf("zh")), jobOutcome(told, intlOf("en"))]).toEqual([zh, en]);
  });
});

describe("the list of jobs", () => {
  const showList = (jobs: JobRow[], confirmed = true) => {
    const asked: ConfirmOptions[] = [];
    const confirm: Confirm = async (options, act) => {
      asked.push(options);
      return confirmed && (await act?.())?.error === undefined;
    };
    const { sent } = showPage(
      <JobsProvider>
        <JobList jobs={jobs} confirm={confirm} />
      </JobsProvider>,
    );
    const button = screen.getByRole("button", { name: "Clear ended" });
    const removed = () => sent.filter(({ path }) => path === job.calls.delete.path).map(({ request }) => request);
    return { button, removed, asked };
  };

  it.each([
    ["one that waits", [row({ state: "waiting" })]],
    ["one that waits and one that runs", [row({ state: "waiting" }), row({ id: "b" })]],
  ])("has nothing to clear of %s", (_what, jobs) => {
    const { button, removed } = showList(jobs);
    expect(button.matches(":disabled")).toBe(true);
    fireEvent.click(button);
    expect(removed()).toEqual([]);
  });

  const some = [row({ state: "waiting" }), row({ ...ended, id: "b", state: "done" }), row({ id: "c" })];

  it("clears those that have ended, and no other, once that is confirmed", async () => {
    const { button, removed, asked } = showList(some);
    fireEvent.click(button);
    await waitFor(() => expect(removed()).toEqual([{ ids: ["b"] }]));
    expect(asked).toEqual([{ kind: "deleteMany", detail: "1 job with the files and results" }]);
  });

  it("clears nothing where that is cancelled [S5.076]", async () => {
    const { button, removed, asked } = showList(some, false);
    fireEvent.click(button);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(removed()).toEqual([]);
  });
});

describe("a change of devices", () => {
  const changed = row({
    ...ended,
    id: "c",
    kind: "deviceChange",
    state: "done",
    done: 3,
    total: 3,
    failed: 1,
    change: "type",
    undoable: true,
  });
  const results = [
    { place: 1, record: "Pump (NP-1)", code: 0, message: "" },
    { place: 2, record: "Valve (NP-2)", code: 404, message: "Record not found" },
  ];
  const show = (jobs: JobRow[]) =>
    showPage(
      <JobsProvider>
        <JobList jobs={jobs} confirm={async () => false} />
      </JobsProvider>,
      {
        answers: {
          "/api/job/results": (request: object) => {
            const list = "failed" in request ? results.slice(1) : results;
            return { data: { list, total: list.length, pageNo: 1, pageSize: 100 } };
          },
        },
      },
    );

  it("is named by what it does, and says what became of each device", async () => {
    const { sent } = show([changed]);
    fireEvent.click(screen.getByRole("button", { name: "Results: Change of device type" }));
    await screen.findByText("Pump (NP-1)");
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Pump (NP-1)Done",
      "Valve (NP-2)Record not found",
    ]);
    fireEvent.click(screen.getByRole("checkbox", { name: "Failed only" }));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
    expect(sent.filter(({ path }) => path === job.calls.results.path).map(({ request }) => request)).toEqual([
      { id: "c", pageNo: 1, pageSize: 100 },
      { id: "c", pageNo: 1, pageSize: 100, failed: true },
    ]);
    fireEvent.click(screen.getByRole("button", { name: "Back to jobs" }));
    await screen.findByText("Change of device type");
  });

  it("is undone where it can be, and the undoing is named as such", async () => {
    const { sent } = show([changed, row({ ...ended, id: "u", kind: "deviceChange", state: "done", change: "type", undo: true })]);
    expect(screen.getByText("Undo: Change of device type")).toBeVisible();
    const buttons = screen.getAllByRole("button", { name: "Undo: Change of device type" });
    expect(buttons).toHaveLength(1);
    for (const button of buttons) fireEvent.click(button);
    await waitFor(() =>
      expect(sent.filter(({ path }) => path === "/api/device_change/undo").map(({ request }) => request)).toEqual([{ id: "c" }]),
    );
  });
});

function Waits({ onSettled }: { onSettled: () => void }) {
  const { settle } = useAwaitedJobs();
  return (
    <button type="button" onClick={() => void settle("a").then(onSettled)}>
      begin
    </button>
  );
}

describe("a job that the page began", () => {
  let listed: JobRow[];
  let taken: unknown[];
  let said: string[];
  let settled: boolean;
  let change: (rows: JobRow[]) => void;

  beforeEach(() => {
    [listed, taken, said, settled] = [[row()], [], [], false];
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL: () => undefined }));
    const transport: Transport = {
      send: async (call) => ({ data: call.path === job.calls.query.path ? { list: listed } : null }),
      async file(call, request) {
        taken.push([call.path, request]);
        return { blob: new Blob(["a"]), name: "log.csv" };
      },
    };
    const store = createStore(transport);
    const toasts = {
      success: (id: string) => void said.push(`success ${id}`),
      warning: (text: string) => void said.push(`warning ${text}`),
      error: () => undefined,
      refused: () => undefined,
    };
    change = (rows) => {
      listed = rows;
      act(() => void store.dispatch(api.util.invalidateTags(staleTags([job.name]))));
    };
    render(
      <Provider store={store}>
        <IntlProvider locale="en">
          <ServicesContext value={{ transport } as AppServices}>
            <FeedbackContext value={{ toasts, ask: async () => false }}>
              <JobsProvider>
                <Waits onSettled={() => (settled = true)} />
              </JobsProvider>
            </FeedbackContext>
          </ServicesContext>
        </IntlProvider>
      </Provider>,
    );
    act(() => screen.getByText("begin").click());
  });

  it("gives its file to the person once, when it is there", async () => {
    change([row({ done: 5000 })]);
    expect([settled, taken]).toEqual([false, []]);
    change([row({ ...ended, state: "done", file: "log.csv", bytes: 1 })]);
    await waitFor(() => expect(settled).toBe(true));
    change([row({ ...ended, state: "done", file: "log.csv", bytes: 1 }), row({ ...ended, id: "b", state: "done", file: "other.csv" })]);
    expect([taken, said]).toEqual([[[job.calls.file.path, { id: "a" }]], []]);
  });

  it("says why there is none", async () => {
    change([row({ ...ended, state: "failed", message: "nothing to export" })]);
    await waitFor(() => expect(settled).toBe(true));
    expect([taken, said]).toEqual([[], ["warning nothing to export"]]);
  });

  it("gives what is left of one that was called off", async () => {
    change([row({ ...ended, state: "cancelled", file: "result.xlsx", bytes: 1 })]);
    await waitFor(() => expect(settled).toBe(true));
    expect([taken, said]).toEqual([[[job.calls.file.path, { id: "a" }]], []]);
  });

  it("says nothing of what was called off", async () => {
    change([row({ ...ended, state: "cancelled" })]);
    await waitFor(() => expect(settled).toBe(true));
    expect([taken, said]).toEqual([[], []]);
  });
});
