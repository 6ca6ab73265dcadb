import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { type DeviceWhole, device, leaseEndsEarly } from "#contract/resources/device.ts";

interface Slave {
  no: number;
  name: string;
}

const repeats = <T>(values: readonly T[]): number[] => values.flatMap((value, place) => (values.indexOf(value) < place ? [place] : []));

/** The places of slaves whose number, and of those whose name, stands earlier in the list. */
export const repeatedSlaves = (slaves: readonly Slave[]): { numbers: number[]; names: number[] } => ({
  numbers: repeats(slaves.map((slave) => slave.no)),
  names: repeats(slaves.map((slave) => slave.name)),
});

/** Tells slaves that are alike, under the row that repeats one. */
export const refuseRepeated = (slaves: readonly Slave[], context: z.RefinementCtx): void => {
  const { numbers, names } = repeatedSlaves(slaves);
  for (const place of numbers) context.addIssue({ code: "custom", path: ["slaves", place, "no"], message: "code.slaveNumberRepeated" });
  for (const place of names) context.addIssue({ code: "custom", path: ["slaves", place, "name"], message: "code.slaveNameRepeated" });
};

/** The contract's schema, with the rules over all slaves told under the row that breaks them. */
export const deviceFormSchema = device.calls.post.request.superRefine(({ slaves, ...fields }, context) => {
  if (leaseEndsEarly(fields)) context.addIssue({ code: "custom", path: ["leaseEnd"], message: "rule.lease" });
  refuseRepeated(slaves, context);
});

export const blankSlave = (): FieldValues => ({ no: undefined, name: "", recipeId: "" });

export const blankDevice = (companyId: string): FieldValues => ({
  ...{
    companyId,
    name: "",
    sn: "",
    typeId: "",
    modelId: null,
    deviceTemplateId: null,
    industry: "",
    password: "",
    lng: null,
    lat: null,
    address: "",
    remark: "",
  },
  ...{ dealer: "", userName: "", contact: "", thirdPartyId: "", tuyaId: "", installedOn: "", serviceInfo: "", image: "", sort: 0 },
  ...{ province: "", city: "", district: "", mobile: "stop", alarmNotice: true, leaseStart: "", leaseEnd: "", attributes: {} },
  slaves: [{ no: 1, name: "", recipeId: "" }],
});

export const deviceValues = (whole: DeviceWhole): FieldValues => {
  const { name, sn, typeId, modelId, industry, companyId, lng, lat, address, remark, dealer, userName, contact } = whole;
  const { thirdPartyId, tuyaId, installedOn, serviceInfo, image, sort, province, city, district, mobile, alarmNotice } = whole;
  const { leaseStart, leaseEnd, attributes, deviceTemplateId } = whole;
  return {
    ...{ name, sn, typeId, modelId, industry, companyId, lng, lat, address, remark, dealer, userName, contact },
    ...{ thirdPartyId, tuyaId, installedOn, serviceInfo, image, sort, province, city, district, mobile, alarmNotice },
    ...{ leaseStart, leaseEnd, attributes, deviceTemplateId },
    password: "",
    slaves: whole.slaves.map(({ id, no, name: slaveName, recipeId }) => ({ id, no, name: slaveName, recipeId })),
  };
};
