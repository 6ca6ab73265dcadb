import type { DeviceWhole } from "#contract/resources/device.ts";

/** A device of which every field is filled, with no slaves unless given some. */
export const wholeDevice = (differences: Partial<DeviceWhole> = {}): DeviceWhole => ({
  ...{ id: "d1", name: "North pump", sn: "NP-0001", typeId: "t1", typeName: "水泵", typeNameEn: "Pump", modelName: "M-100" },
  ...{ deviceTemplateId: "dt1", deviceTemplateName: "Pump station" },
  ...{
    companyId: "c1",
    companyName: "Hebei Water",
    industry: "water",
    presence: "offline",
    openAlarms: 7,
    mutedBy: null,
    lng: 108.9,
    lat: 34.3,
  },
  ...{ communicationTime: "2026-10-31T00:00:00Z", activatedAt: "2026-10-02T03:04:05Z", createdAt: "2026-09-03T04:05:06Z" },
  ...{ modelId: "m1", address: "1 River Road", remark: "by the weir", softwareVersion: "1.2.3", hardwareVersion: "B4", signal: -71 },
  ...{ dealer: "River Trade", userName: "Zhou Min", contact: "0311-86001234", thirdPartyId: "ERP-77", tuyaId: "bf01", sort: 5 },
  ...{ installedOn: "2026-08-30", leaseStart: "2026-09-01", leaseEnd: "2027-08-31", mobile: "move", alarmNotice: false },
  ...{ province: "河北", city: "石家庄", district: "长安", transmission: "http-push", parameterVersion: "P9" },
  ...{ updatedAt: "2026-10-05T06:07:08Z", serviceInfo: "yearly", image: "", attributes: {}, followed: false },
  ...{ iccid: "89860012", version: 4, slaves: [] },
  ...differences,
});
