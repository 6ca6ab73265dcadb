import { type AlarmDevice, compileRule } from "#server/alarm/rule.ts";
import { RuleIndex } from "#server/alarm/ruleIndex.ts";
import { takeReading } from "#server/alarm/watch.ts";
import { Watches } from "#server/alarm/watches.ts";
import { plainRule } from "#tests/server/alarm/plainRule.ts";

// What rules of single devices and their watches take in the memory of a process that has nothing else to keep.

const [, , rules = "", devices = ""] = process.argv;
const [ruleCount, deviceCount] = [Number(rules), Number(devices)];
const pointId = "point-p";

const used = (): number => {
  if (!globalThis.gc) throw new Error("needs --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

const fleet = Array.from({ length: deviceCount }, (_, nth): AlarmDevice => {
  const id = `device-${nth}`;
  return { id, name: id, sn: id, companyId: "root", companyPath: "root/", typeId: "type-general", alarmNotice: true };
});
const ruleAt = (nth: number) =>
  compileRule({
    ...plainRule,
    ...{
      id: `rule-${nth}`,
      name: `Rule ${nth}`,
      companyId: "root",
      recipeId: "recipe",
      pointId,
      pointName: "p",
      pointNameEn: "",
      unit: "",
    },
    ...{ enumeration: [], deviceId: `device-${nth % deviceCount}`, level: 1, alarmTypeId: null, alarmTypeName: "", alarmTypeNameEn: "" },
    ...{ alarmGroupId: null, condition: "above", a: 900, b: null, min: null, max: 800, holdSeconds: 0, saveData: true },
    ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" },
  });

const start = used();
const watches = new Watches();
const index = new RuleIndex(watches, () => undefined);
for (let nth = 0; nth < ruleCount; nth += 1) index.put(ruleAt(nth));
const withRules = used();
const now = Date.now();
for (const device of fleet) for (const watch of index.cellOf(device, 1, pointId)?.watches ?? []) takeReading(watch, 5, false, now, now);
const withWatches = used();
const count = [...watches.all()].length;
if (count !== ruleCount) throw new Error(`${ruleCount} rules have ${count} watches`);
process.send?.({ rule: (withRules - start) / ruleCount, watch: (withWatches - withRules) / count });
