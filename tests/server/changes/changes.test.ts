import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { records } from "#contract/records.ts";
import { beginsJob } from "#contract/resources/job.ts";
import { resources } from "#contract/resources.ts";
import { type Change, openChanges } from "#server/changes/changes.ts";
import { followChanges } from "#server/changes/followers.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { seenBy } from "#server/log/recordOwners.ts";
import { openTroubles } from "#server/system/troubles.ts";

const lines: Record<string, unknown>[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const troubles = openTroubles(log, Date.now, () => performance.now());
beforeEach(() => void lines.splice(0));

describe("a change", () => {
  it("is told to every follower in their order, and a follower that fails keeps it from no other", async () => {
    const changes = openChanges(troubles);
    const told: string[] = [];
    let broken = true;
    changes.follow("first", ({ kind }) => void told.push(`first ${kind}`));
    changes.follow("second", () => {
      if (broken) throw new Error("away");
    });
    changes.follow("third", async ({ kind }) => {
      await Promise.resolve();
      told.push(`third ${kind}`);
    });
    await changes.tell({ kind: "rules", ids: ["r"] }, { kind: "rights" });
    expect(told).toEqual(["first rules", "third rules", "first rights", "third rights"]);
    expect(lines[0]).toMatchObject({ part: "changes", msg: "second could not follow a change: rules" });
    broken = false;
    await changes.tell({ kind: "rights" });
    expect(troubles.standing()).toEqual([]);
  });

  it("can travel: it is the same after it was text", () => {
    const change: Change = { kind: "devicesDropped", devices: [{ id: "a", sn: "A" }], why: "disabled" };
    expect(JSON.parse(JSON.stringify(change))).toEqual(change);
  });

  it("of a resource's records is told to whom they are shown", () => {
    const others = resources.filter((resource) => !records.some((declared) => declared === resource));
    const written = others.filter(({ calls }) =>
      Object.values(calls).some((call) => call.kind === "write" && call.answer !== "file" && !beginsJob(call)),
    );
    const seers = groupedBy(written.map(({ name }) => name).sort(), seenBy);
    expect(Object.fromEntries(seers)).toEqual({
      organisations: [
        "alarm_contact",
        "alarm_group",
        "alarm_log",
        "alarm_mask",
        "alarm_trigger",
        "alarm_user_weixin",
        "company",
        "company_weixin",
        "device",
        "device_company_group",
        "device_event",
        "device_template_ui_company",
        "device_user_bind",
        "device_video",
        "employee_bind_customer",
        "role",
        "sample",
        "terminal_user",
        "user",
        "user_weixin",
      ],
      everybody: ["app_version", "dict", "license", "menu", "sys"],
      "those below too": [
        "alarm_trigger_template",
        "alarm_type",
        "device_argument",
        "device_data_recipe",
        "device_data_recipe_app",
        "device_data_recipe_app_cmd",
        "device_data_recipe_body_type",
        "device_model",
        "device_recipe_picture",
        "device_template",
        "device_template_ui",
        "device_template_ui_cmd",
        "device_type",
        "device_type_relation",
        "device_unit_type",
        "order",
      ],
      "the user": ["device_favorites", "device_group_member"],
      "nobody else": ["alarm_switch", "auth", "image_file", "job", "notice", "sheet_import", "user_temp_data"],
    });
    const seen = { own: "the user", shared: "those below too" };
    expect(records.map(({ name }) => [name, seenBy(name)])).toEqual(records.map(({ name, record }) => [name, seen[record.reach]]));
    expect(seenBy("device_group")).toBe("the user");
  });
});

describe("who follows a change", () => {
  const told: unknown[][] = [];
  const named =
    (name: string) =>
    (...what: unknown[]): Promise<void> => {
      told.push([name, ...what]);
      return Promise.resolve();
    };
  const changes = openChanges(troubles);
  followChanges(changes, {
    registry: { forget: named("forget"), forgetModels: named("forgetModels"), forgetRecipe: named("forgetRecipe") },
    presence: { dropped: named("dropped") },
    dtus: () => ({ refresh: named("lines") }),
    tuya: () => ({ refresh: named("cloud") }),
    posting: () => ({ recall: named("recall") }),
    realtime: () => ({
      accessChanged: named("accessChanged"),
      alarm: named("alarm"),
      deviceMoved: named("deviceMoved"),
      rightsChanged: named("rightsChanged"),
      recordsChanged: named("recordsChanged"),
    }),
    alarms: { masksChanged: named("masks"), changed: named("alarms") },
    messages: { forget: named("forgetMessages") },
    eraseReadings: named("erase"),
  });
  afterEach(() => void told.splice(0));

  it.each<[string, Change, unknown[][]]>([
    [
      "an edited device",
      { kind: "devices", ids: ["d"] },
      [["forget", ["d"]], ["lines"], ["cloud", ["d"]], ["recall", ["d"], []], ["alarms", { devices: ["d"], erased: [] }]],
    ],
    [
      "a moved device",
      { kind: "devices", ids: ["d"], moved: true },
      [
        ["forget", ["d"]],
        ["lines"],
        ["cloud", ["d"]],
        ["recall", ["d"], []],
        ["deviceMoved", "d"],
        ["masks"],
        ["alarms", { devices: ["d"], erased: [] }],
      ],
    ],
    [
      "a removed device",
      { kind: "devicesRemoved", devices: [{ id: "d", sn: "S" }] },
      [
        ["forget", ["d"]],
        ["dropped", "d", "S", "deleted"],
        ["lines"],
        ["cloud", ["d"]],
        ["recall", ["d"], []],
        ["deviceMoved", "d"],
        ["forgetMessages", ["d"]],
        ["erase", ["d"]],
        ["alarms", { devices: ["d"], erased: [] }],
      ],
    ],
    [
      "a device that lost its readings and alarms",
      { kind: "devicesErased", ids: ["d"], readings: true, alarms: true },
      [
        ["forget", ["d"]],
        ["lines"],
        ["cloud", ["d"]],
        ["recall", ["d"], []],
        ["forgetMessages", ["d"]],
        ["erase", ["d"]],
        ["alarms", { devices: ["d"], erased: ["d"] }],
      ],
    ],
    [
      "a device that lost its alarms alone",
      { kind: "devicesErased", ids: ["d"], readings: false, alarms: true },
      [["forget", ["d"]], ["lines"], ["cloud", ["d"]], ["recall", ["d"], []], ["alarms", { devices: ["d"], erased: ["d"] }]],
    ],
    [
      "devices that are let go",
      { kind: "devicesDropped", devices: [{ id: "d", sn: "S" }], why: "credentials" },
      [["dropped", "d", "S", "credentials"]],
    ],
    [
      "a moved organisation",
      { kind: "companyMoved", deviceIds: ["d", "e"] },
      [
        ["forget", ["d", "e"]],
        ["lines"],
        ["cloud", ["d", "e"]],
        ["recall", ["d", "e"], []],
        ["deviceMoved", "d"],
        ["deviceMoved", "e"],
        ["accessChanged"],
        ["masks"],
        ["alarms", { devices: ["d", "e"], erased: [] }],
      ],
    ],
    [
      "a data template",
      { kind: "recipes", ids: ["r"] },
      [["forgetRecipe", "r"], ["lines"], ["recall", [], ["r"]], ["alarms", { recipes: ["r"] }]],
    ],
    ["a model", { kind: "models", ids: ["m"] }, [["forgetModels", ["m"]], ["lines"]]],
    ["a rule", { kind: "rules", ids: ["r"] }, [["alarms", { rules: ["r"] }]]],
    ["a mask", { kind: "masks", ids: ["m"] }, [["masks", ["m"]]]],
    ["rights", { kind: "rights", userIds: ["u"] }, [["rightsChanged", ["u"]]]],
    ["switches", { kind: "switches", userId: "u" }, [["accessChanged", "u"]]],
    [
      "records",
      { kind: "records", resources: ["role"], companyIds: ["c"], page: "p" },
      [["recordsChanged", { kind: "records", resources: ["role"], companyIds: ["c"], page: "p" }]],
    ],
  ])("%s", async (_name, change, expected) => {
    await changes.tell(change);
    await vi.waitFor(() => expect(told).toEqual(expected));
  });
});
