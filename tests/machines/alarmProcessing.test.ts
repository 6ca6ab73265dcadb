import { describe, expect, it } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { alarmProcessing, type ProcessOutcome, type ProcessRequest, remarkFault } from "#machines/alarmProcessing.ts";

const fresh = (id: string) => ({ id, processed: false });
const old = (id: string) => ({ id, processed: true });

const open = (answers: (ProcessOutcome | Error)[]) => {
  const asked: ProcessRequest[] = [];
  const told: number[] = [];
  const actor = createActor(
    alarmProcessing.provide({
      actors: {
        process: fromPromise<ProcessOutcome, ProcessRequest>(async ({ input }) => {
          asked.push(input);
          const answer = answers.shift();
          if (!answer || answer instanceof Error) throw answer ?? new Error("no answer left");
          return answer;
        }),
      },
      actions: { told: (_, { processed }) => told.push(processed) },
    }),
  );
  actor.start();
  const now = () => actor.getSnapshot();
  return { actor, asked, told, now };
};

describe("processing of alarm records", () => {
  it("sends the ids, the result and the trimmed remark once, tells how many, and is ready for the next", async () => {
    const page = open([{ ok: true, processed: 2 }]);
    page.actor.send({ type: "open", records: [fresh("a"), fresh("b")] });
    expect(page.now().value).toBe("editing");
    page.actor.send({ type: "result", result: 2 });
    page.actor.send({ type: "remark", remark: "  test of the sensor " });
    page.actor.send({ type: "submit" });
    page.actor.send({ type: "submit" });
    await waitFor(page.actor, (state) => state.matches("idle"));
    expect(page.asked).toEqual([{ ids: ["a", "b"], state: 2, remark: "test of the sensor" }]);
    expect(page.told).toEqual([2]);
    page.actor.send({ type: "open", records: [fresh("c")] });
    expect(page.now().context).toEqual({ ids: ["c"], processed: 0, result: 1, remark: "", tried: false, refusal: "" });
  });

  it("refuses a selection with processed records at once, says how many they are, and asks nothing", () => {
    const page = open([]);
    page.actor.send({ type: "open", records: [fresh("a"), old("b"), old("c")] });
    expect(page.now().matches({ refused: "mixed" })).toBe(true);
    expect(page.now().context.processed).toBe(2);
    page.actor.send({ type: "remark", remark: "x" });
    page.actor.send({ type: "submit" });
    expect(page.now().matches({ refused: "mixed" })).toBe(true);
    expect(page.asked).toEqual([]);
    page.actor.send({ type: "close" });
    expect(page.now().value).toBe("idle");
  });

  it("goes on with the records that are not processed only when told to", () => {
    const page = open([]);
    page.actor.send({ type: "open", records: [fresh("a"), old("b")] });
    page.actor.send({ type: "leaveOut" });
    expect([page.now().value, page.now().context.ids, page.now().context.processed]).toEqual(["editing", ["a"], 0]);
  });

  it("has nothing to go on with when every record is processed", () => {
    const page = open([]);
    page.actor.send({ type: "open", records: [old("a")] });
    page.actor.send({ type: "leaveOut" });
    expect(page.now().matches({ refused: "mixed" })).toBe(true);
  });

  it("stays where it is for an empty selection", () => {
    const page = open([]);
    page.actor.send({ type: "open", records: [] });
    expect(page.now().value).toBe("idle");
  });

  it("keeps what was typed when the server refuses, and sends it again", async () => {
    const page = open([
      { ok: false, message: "2 of the selected alarms are processed already" },
      { ok: true, processed: 1 },
    ]);
    page.actor.send({ type: "open", records: [fresh("a")] });
    page.actor.send({ type: "remark", remark: "valve replaced" });
    page.actor.send({ type: "submit" });
    await waitFor(page.actor, (state) => state.matches("refused"));
    expect(page.now().context).toMatchObject({ remark: "valve replaced", refusal: "2 of the selected alarms are processed already" });
    page.actor.send({ type: "submit" });
    await waitFor(page.actor, (state) => state.matches("idle"));
    expect([page.asked.length, page.told]).toEqual([2, [1]]);
  });

  it("sends nothing when the remark was emptied after a refusal, says so, and sends what is typed then", async () => {
    const page = open([
      { ok: false, message: "no" },
      { ok: true, processed: 1 },
    ]);
    page.actor.send({ type: "open", records: [fresh("a")] });
    page.actor.send({ type: "remark", remark: "valve" });
    page.actor.send({ type: "submit" });
    await waitFor(page.actor, (state) => state.matches({ refused: "answered" }));
    page.actor.send({ type: "remark", remark: " \n" });
    page.actor.send({ type: "submit" });
    expect([page.now().value, page.now().context.tried, page.asked.length]).toEqual(["editing", true, 1]);
    page.actor.send({ type: "result", result: 2 });
    page.actor.send({ type: "remark", remark: "sensor" });
    page.actor.send({ type: "submit" });
    await waitFor(page.actor, (state) => state.matches("idle"));
    expect(page.asked[1]).toEqual({ ids: ["a"], state: 2, remark: "sensor" });
  });

  it("takes another result and another remark right after a refusal, and can be closed", async () => {
    for (const event of [
      { type: "result", result: 2 },
      { type: "remark", remark: "x" },
    ] as const) {
      const page = open([{ ok: false, message: "no" }]);
      page.actor.send({ type: "open", records: [fresh("a")] });
      page.actor.send({ type: "remark", remark: "valve" });
      page.actor.send({ type: "submit" });
      await waitFor(page.actor, (state) => state.matches({ refused: "answered" }));
      page.actor.send(event);
      expect(page.now().value).toBe("editing");
      expect(page.now().context).toMatchObject(event.type === "result" ? { result: 2, remark: "valve" } : { result: 1, remark: "x" });
      page.actor.send({ type: "close" });
      expect([page.now().value, page.now().context.ids]).toEqual(["idle", []]);
    }
  });

  it("takes a call that breaks for a refusal without words", async () => {
    const page = open([new Error("socket closed")]);
    page.actor.send({ type: "open", records: [fresh("a")] });
    page.actor.send({ type: "remark", remark: "x" });
    page.actor.send({ type: "submit" });
    await waitFor(page.actor, (state) => state.matches({ refused: "answered" }));
    expect(page.now().context.refusal).toBe("");
  });

  it("sends nothing without a remark and does not close while it is sending", async () => {
    let finish: (outcome: ProcessOutcome) => void = () => undefined;
    const actor = createActor(
      alarmProcessing.provide({
        actors: {
          process: fromPromise<ProcessOutcome, ProcessRequest>(
            () =>
              new Promise((resolve) => {
                finish = resolve;
              }),
          ),
        },
        actions: { told: () => undefined },
      }),
    ).start();
    actor.send({ type: "open", records: [fresh("a")] });
    actor.send({ type: "remark", remark: "   " });
    actor.send({ type: "submit" });
    expect([actor.getSnapshot().value, actor.getSnapshot().context.tried]).toEqual(["editing", true]);
    actor.send({ type: "remark", remark: "x" });
    actor.send({ type: "submit" });
    actor.send({ type: "close" });
    expect(actor.getSnapshot().value).toBe("submitting");
    finish({ ok: true, processed: 1 });
    await waitFor(actor, (state) => state.matches("idle"));
  });

  it("counts a remark in code points: 200 wide ones fit, 201 do not", () => {
    expect([remarkFault("😀".repeat(200)), remarkFault("😀".repeat(201)), remarkFault(" \n")]).toEqual([
      undefined,
      "rule.tooLong",
      "rule.required",
    ]);
  });
});
