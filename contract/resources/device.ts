import { z } from "zod";
import { commandState, commandTiming } from "#contract/commandTiming.ts";
import { fileFields } from "#contract/fileFormat.ts";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, dayOrNone, id, idRequest, ids, list, nothing, sortedPage, utcTime } from "#contract/kit/page.ts";
import { day, filterDay, filterText, optionalText, paragraph, pictureAddress, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { runningMask } from "#contract/resources/alarm.ts";
import { alarmNumbers, deviceAlarmState, inAlarmList, inAlarmRequest } from "#contract/resources/deviceAlarm.ts";
import { deviceConnection } from "#contract/resources/deviceConnection.ts";
import { appLooks } from "#contract/resources/deviceDataRecipeApp.ts";
import { transmission } from "#contract/resources/deviceModel.ts";
import { transferCheck, transferIds, transferRow, transferTarget } from "#contract/resources/deviceTransfer.ts";
import { begunJob, takesTable } from "#contract/resources/sheetImport.ts";
import { slaveNumber } from "#contract/slaveNumber.ts";

export const sn = z
  .string("rule.sn")
  .trim()
  .regex(/^[0-9A-Za-z._-]{4,64}$/, "rule.sn");

export const slaveFields = z.object({
  id: z.string().max(64).optional(),
  no: slaveNumber,
  name: text(limits.names.device),
  recipeId: id,
});
export type SlaveFields = z.output<typeof slaveFields>;

/** Whether it stands or moves. */
export const mobility = ["stop", "move"] as const;

export const devicePassword = z.string().regex(/^[\x21-\x7e]{6,64}$/, "rule.devicePassword");

/** What a person writes about a device, beside what it is and what belongs to it. */
const described = {
  /** Whose it is and who looks after it, as people call them. */
  dealer: optionalText(limits.names.template),
  userName: optionalText(limits.names.person),
  contact: optionalText(limits.names.template),
  thirdPartyId: optionalText(limits.device.foreignId),
  /** Its id in Tuya's cloud. */
  tuyaId: optionalText(limits.device.foreignId),
  installedOn: day,
  serviceInfo: paragraph(limits.remark),
  image: pictureAddress,
  province: optionalText(limits.names.template),
  city: optionalText(limits.names.template),
  district: optionalText(limits.names.template),
  address: optionalText(limits.address),
  remark: paragraph(limits.remark),
  /** Low ones stand first in lists that are sorted by it. */
  sort: z.number("rule.number").int("rule.number").min(0, "rule.number").max(1_000_000, "rule.number").default(0),
  mobile: z.enum(mobility).default("stop"),
  /** Off: its alarms are recorded, and nobody is told. */
  alarmNotice: z.boolean().default(true),
  /** The first and the last day of its service. */
  leaseStart: day,
  leaseEnd: day,
};

export const deviceFields = z.object({
  name: text(limits.names.device),
  sn,
  typeId: id,
  modelId: z.string().max(64).nullable().default(null),
  industry: text(60),
  companyId: z.string().max(64).optional(),
  /** The device template that it is made from; a new device is given its alarm rules, another's slaves and rules stay as they are. */
  deviceTemplateId: z.string().max(64).nullable().default(null),
  lng: z.number("rule.longitude").min(-180, "rule.longitude").max(180, "rule.longitude").nullable().default(null),
  lat: z.number("rule.latitude").min(-90, "rule.latitude").max(90, "rule.latitude").nullable().default(null),
  ...described,
  /** Values of its type's attributes by their ids; of one that is left out a new device is given the default, and another keeps what it has. */
  attributes: z.record(z.string().max(64), optionalText(limits.type.value)).default({}),
  slaves: z.array(slaveFields).min(1, "rule.slave.atLeastOne").max(limits.slave.perDevice),
});

/** Whether the last day of service is before the first. */
export const leaseEndsEarly = ({ leaseStart, leaseEnd }: { leaseStart: string; leaseEnd: string }): boolean =>
  leaseStart !== "" && leaseEnd !== "" && leaseEnd < leaseStart;

/** By how much the service of devices is prolonged: to a day, or by months behind its last day, which count from today where it is over or unknown. */
export const prolonging = {
  to: day,
  months: z
    .number("rule.number")
    .int("rule.number")
    .min(1, "rule.lease.months")
    .max(limits.lease.months, "rule.lease.months")
    .nullable()
    .default(null),
};
export const oneWay = ({ to, months }: { to: string; months: number | null }): boolean => (to === "") !== (months === null);
export const oneWayOnly = { error: "rule.lease.way", path: ["to"] };

/** By the last day of service: not known, any that is known, over, within so many days from today on, or behind these 90. */
export const leaseFilters = ["ended", "within7", "within30", "within90", "later", "known", "none"] as const;
export type LeaseFilter = (typeof leaseFilters)[number];

/** An SN with its password, known before its device is added; without one a password is made up. */
export const registryPairs = z
  .array(z.object({ sn, password: z.union([z.literal(""), devicePassword], "rule.devicePassword").default("") }))
  .min(1, "rule.registry.atLeastOne")
  .max(limits.registry.atOnce, "rule.registry.most")
  .superRefine((pairs, context) => {
    const sns = pairs.map((pair) => pair.sn.toLowerCase());
    for (const [place, one] of sns.entries())
      if (sns.indexOf(one) < place) context.addIssue({ code: "custom", path: [place, "sn"], message: "rule.registry.twice" });
  });

/** SNs that are made up with their passwords: the prefix, then numbers from `start` on, with as many digits as that has at least. */
export const generatedSns = z
  .object({
    companyId: z.string().max(64).optional(),
    prefix: z
      .string("rule.sn")
      .trim()
      .max(60, "rule.sn")
      .regex(/^[0-9A-Za-z._-]*$/, "rule.sn")
      .default(""),
    start: z
      .string("rule.snStart")
      .trim()
      .regex(/^\d{1,15}$/, "rule.snStart"),
    count: z.number("rule.snCount").int("rule.snCount").min(1, "rule.snCount").max(limits.registry.atOnce, "rule.snCount"),
  })
  .superRefine((asked, context) => {
    if (!/^\d{1,15}$/.test(asked.start) || !(asked.count >= 1)) return;
    const last = snsOf(asked, asked.count - 1, 1)[0];
    const first = snsOf(asked, 0, 1)[0];
    if (!sn.safeParse(first).success || !sn.safeParse(last).success)
      context.addIssue({ code: "custom", path: ["prefix"], message: "rule.snTooLong" });
  });

/** The SNs that are generated, from one of them on. */
export const snsOf = ({ prefix, start }: { prefix: string; start: string }, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => prefix + String(BigInt(start) + BigInt(from + place)).padStart(start.length, "0"));

/** Takes over a table that was uploaded and judged; without `goodOnly` one with faulty rows is refused whole. */

export const registryRow = z.object({
  id: z.string(),
  sn: z.string(),
  /** Empty once a device has been added with it. */
  password: z.string(),
  used: z.boolean(),
  companyName: z.string(),
  createdAt: utcTime,
});
export type RegistryRow = z.output<typeof registryRow>;

export const presence = z.enum(["online", "offline", "inactive"]);
export type Presence = z.output<typeof presence>;

const told = z.object({
  dealer: z.string(),
  userName: z.string(),
  contact: z.string(),
  thirdPartyId: z.string(),
  tuyaId: z.string(),
  /** Days as yyyy-MM-dd, empty for none. */
  installedOn: dayOrNone,
  province: z.string(),
  city: z.string(),
  district: z.string(),
  address: z.string(),
  sort: z.number(),
  mobile: z.enum(mobility),
  alarmNotice: z.boolean(),
  leaseStart: dayOrNone,
  leaseEnd: dayOrNone,
  softwareVersion: z.string(),
  hardwareVersion: z.string(),
  parameterVersion: z.string(),
  signal: z.number().nullable(),
});

export const deviceRow = told.extend({
  id: z.string(),
  name: z.string(),
  sn: z.string(),
  typeId: z.string(),
  typeName: z.string(),
  typeNameEn: z.string(),
  modelName: z.string(),
  /** Of its device template; empty without one. */
  deviceTemplateName: z.string(),
  /** How it talks to the server: what its model says, `mqtt-json` without one. */
  transmission,
  companyId: z.string(),
  companyName: z.string(),
  industry: z.string(),
  presence,
  /** Last message of any kind, null when there never was one. */
  communicationTime: utcTime.nullable(),
  activatedAt: utcTime.nullable(),
  createdAt: utcTime,
  updatedAt: utcTime,
  openAlarms: z.number(),
  /** What holds the notices of all of its alarms back now. */
  mutedBy: runningMask.nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});
export type DeviceRow = z.output<typeof deviceRow>;

/** A device as it stands in the list of who asks. */
export const listedDevice = deviceRow.extend({
  /** Whether who asks follows it. */
  followed: z.boolean(),
});
export type ListedDevice = z.output<typeof listedDevice>;

/** A device that is bound to who asks: as its owner (0), or authorised (1). */
export const boundDevice = listedDevice.extend({ state: z.union([z.literal(0), z.literal(1)]), boundAt: utcTime });
export type BoundDevice = z.output<typeof boundDevice>;

/** How many devices there are, how many of them in each presence, and how many with alarms that have not cleared. */
export const deviceCounts = z.object({
  total: z.number(),
  online: z.number(),
  offline: z.number(),
  inactive: z.number(),
  alarmed: z.number(),
});
export type DeviceCounts = z.output<typeof deviceCounts>;

export const pointNow = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  nameEn: z.string(),
  unit: z.string(),
  valueType: z.string(),
  decimals: z.number().nullable(),
  writable: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  storeMode: z.number(),
  /** Values of more than 15 digits are rounded on their way through the receiving formula. */
  approximate: z.literal(true).optional(),
  enumeration: z.array(z.object({ value: z.number(), label: z.string(), labelEn: z.string() })),
  /** Of a point that may be written: what else its values are checked by. */
  writing: z
    .object({
      integerDigits: z.number().nullable(),
      startBit: z.number().nullable(),
      endBit: z.number().nullable(),
      sendFormula: z.string(),
    })
    .optional(),
  /** Pictures that stand for values, where the point has an icon group. */
  pictures: z.array(z.object({ value: z.string(), picture: z.string() })).optional(),
  /** To end users: how the app recipe in use shows it. */
  show: z.enum(appLooks).optional(),
  value: z.union([z.number(), z.string()]).nullable(),
  ts: utcTime.nullable(),
});
export type PointNow = z.output<typeof pointNow>;

export const slaveNow = z.object({
  id: z.string(),
  no: z.number(),
  name: z.string(),
  recipeId: z.string(),
  recipeName: z.string(),
  points: z.array(pointNow),
  /** To end users: the commands of the app recipe in use. Each is sent by `device/cmd`, with these values and no others. */
  commands: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        nameEn: z.string(),
        confirm: z.boolean(),
        values: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
      }),
    )
    .optional(),
});
export type SlaveNow = z.output<typeof slaveNow>;

/** A slave that uses a data template. */
export const recipeSlave = z.object({
  id: z.string(),
  no: z.number(),
  name: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  sn: z.string(),
  companyName: z.string(),
});
export type RecipeSlave = z.output<typeof recipeSlave>;

export const deviceWhole = listedDevice.extend({
  modelId: z.string().nullable(),
  deviceTemplateId: z.string().nullable(),
  remark: z.string(),
  serviceInfo: z.string(),
  image: z.string(),
  attributes: z.record(z.string(), z.string()),
  iccid: z.string(),
  version: z.number(),
  slaves: z.array(slaveNow),
});
export type DeviceWhole = z.output<typeof deviceWhole>;

export const deviceFilters = {
  /** Searched in name, SN, the ids of others, dealer, user, contact and address. */
  search: filterText,
  presence: presence.optional(),
  typeId: z.string().max(64).optional(),
  modelId: z.string().max(64).optional(),
  deviceTemplateId: z.string().max(64).optional(),
  industry: filterText,
  ...companyFilter,
  alarmed: z.boolean().optional(),
  mobile: z.enum(mobility).optional(),
  lease: z.enum(leaseFilters).optional(),
  /** Whether it has ever connected. */
  activated: z.boolean().optional(),
  /** Whether it is in an organisation below, or bound to somebody as the owner or authorised. */
  sold: z.boolean().optional(),
  /** Installed within these days, the first and the last: on the day that is written down, or else on that of the first connection. */
  installedFrom: filterDay,
  installedTo: filterDay,
  province: filterText,
  city: filterText,
  /** In this group of the caller's own, and in this one of an organisation, with some of their slaves at least. */
  groupId: z.string().max(64).optional(),
  companyGroupId: z.string().max(64).optional(),
};

const degrees = (most: number, message: string) => z.number(message).min(-most, message).max(most, message);

/** A part of the map, degrees in WGS-84; `west` is beyond `east` where it lies across the antimeridian. */
export const mapBox = {
  west: degrees(180, "rule.longitude"),
  east: degrees(180, "rule.longitude"),
  south: degrees(90, "rule.latitude"),
  north: degrees(90, "rule.latitude"),
};

/** Devices of one cell of the map, or a single one. */
export const mapCell = z.object({
  /** The middle of its devices. */
  lng: z.number(),
  lat: z.number(),
  count: z.number().int(),
  online: z.number().int(),
  /** How many of them have active alarms. */
  alarmed: z.number().int(),
  /** The box that its devices lie in. */
  ...{ west: z.number(), east: z.number(), south: z.number(), north: z.number() },
  /** The device, where it is a single one. */
  device: z.object({ id: z.string(), name: z.string(), sn: z.string(), presence, openAlarms: z.number() }).nullable(),
});
export type MapCell = z.output<typeof mapCell>;

export const deviceSorting = [
  ...(["name", "sn", "presence", "communicationTime", "createdAt", "openAlarms"] as const),
  ...(["typeName", "companyName", "sort", "leaseEnd"] as const),
] as const;

/** What new installations are counted by, and how many of them at once. */
export const installPeriods = ["day", "month", "year"] as const;

/** How many devices were installed in each period, the newest last. */
const installed = z.object({ periods: z.array(z.object({ firstDay: z.iso.date(), lastDay: z.iso.date(), count: z.number().int() })) });

/** Between two days, or up to one, or from one on; whenever, without. */
const installedBetween = z.object({ ...companyFilter, installedFrom: filterDay, installedTo: filterDay });

/** Groups of them, the largest first; `others` are the devices of those that are too many to be listed. */
const installedGroups = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ groups: z.array(z.object({ ...shape, count: z.number().int() })), others: z.number().int() });

/** What goes along with a device. */
const followers = ["alarm_trigger", "alarm_log", "device_event", "device_state_log"];
const moves = [...followers, "device_slave", "device_template", "company", "device_user_bind", "terminal_user"];

export const device = resource(
  "device",
  {
    query: read(
      z.object({
        ...sortedPage(deviceSorting),
        ...deviceFilters,
      }),
      list(listedDevice),
    ),
    /** For pickers: id, name, SN and nothing else; `recipeId` leaves the devices with a slave of that data template, `modelId` those of that model. */
    query_mini: read(
      z.object({
        ...sortedPage(["name", "sn"]),
        search: filterText,
        recipeId: z.string().max(64).optional(),
        modelId: z.string().max(64).optional(),
      }),
      list(z.object({ id: z.string(), name: z.string(), sn: z.string() })),
    ),
    /** Devices of a part of the map, as many as there are in each cell of it: cells are a quarter of a tile of Web Mercator of that zoom. */
    query_location_count: read(
      z.object({ ...mapBox, zoom: z.number().int().min(0).max(limits.map.zoom), ...deviceFilters, whole: z.boolean().default(false) }),
      z.object({
        cells: z.array(mapCell),
        /** Asked for by `whole`: how many of the devices have a place, wherever on the map, and the box that these lie in. */
        placed: z.number().int().optional(),
        bounds: z.object({ west: z.number(), east: z.number(), south: z.number(), north: z.number() }).nullable().optional(),
      }),
    ),
    get: read(idRequest, deviceWhole),
    /** How a device connects, with examples made from its data templates; of a model alone, what holds for all of its devices. */
    connection: read(
      z
        .object({ id: z.string().max(64).default(""), modelId: z.string().max(64).default("") })
        .refine(({ id, modelId }) => (id === "") !== (modelId === ""), { error: "rule.required", path: ["id"] }),
      deviceConnection,
      { brings: ["device_model", "device_data_recipe", "device_slave"] },
    ),
    /** The data templates that slaves use, of the devices that who asks sees, or of one of them; how many of these devices and slaves each has. */
    list_recipe: read(
      z.object({ ...sortedPage(["name"]), ...companyFilter, deviceId: z.string().max(64).optional(), search: filterText }),
      list(z.object({ id: z.string(), name: z.string(), devices: z.number().int(), slaves: z.number().int() })),
      { brings: ["device_data_recipe", "device_slave"] },
    ),
    /** The slaves that use a data template, with the SNs of their devices, as far as who asks sees them. */
    list_recipe_slave_sn: read(z.object({ ...sortedPage(["sn", "deviceName"]), recipeId: id, search: filterText }), list(recipeSlave), {
      brings: ["device_slave"],
    }),
    /** The devices that are bound to who asks, whatever type of user they are. */
    my: read(
      z.object({
        ...sortedPage(["name", "sn", "presence", "typeName", "companyName", "communicationTime", "openAlarms", "boundAt"]),
        search: filterText,
        presence: presence.optional(),
      }),
      list(boundDevice),
    ),
    /** Of the devices that who asks sees: the same figures that the list has as totals under its filters. */
    get_user_count: read(z.object({ ...companyFilter }), deviceCounts),
    /** The life of the devices that who asks sees: those that there are with SNs that wait for theirs, and how many were sold and activated. */
    count_for_hdip_top: read(
      z.object({ ...companyFilter }),
      z.object({
        /** Devices, and SNs that are registered for more of them. */
        produced: z.number().int(),
        /** Of those, SNs without a device. */
        unused: z.number().int(),
        sold: z.number().int(),
        activated: z.number().int(),
        notActivated: z.number().int(),
        online: z.number().int(),
      }),
    ),
    /** Devices newly installed in each of the last periods, of the calendar of the organisation of who asks. */
    new_up: read(
      z.object({
        ...companyFilter,
        by: z.enum(installPeriods).default("month"),
        periods: z.number().int().min(1).max(limits.device.installPeriods).default(12),
      }),
      installed,
    ),
    /** The same by province and city, as they are written down. */
    area_new_up: read(installedBetween, installedGroups({ province: z.string(), city: z.string() })),
    /** The same by industry. */
    guild_new_up: read(installedBetween, installedGroups({ industry: z.string() })),
    /** The same for each user whom devices are bound to, of those devices that who asks sees. */
    query_user_count: read(
      z.object({ ...sortedPage(["account", "userName"]), ...companyFilter, search: filterText, userId: z.string().max(64).optional() }),
      list(deviceCounts.extend({ id: z.string(), account: z.string(), userName: z.string(), companyName: z.string() })),
      { brings: ["device_user_bind"] },
    ),
    /** What is wrong with one device now. */
    device_alarm: read(z.object({ deviceId: id }), deviceAlarmState, { brings: ["alarm_log", "alarm_mask"] }),
    /** Devices with alarms that have not cleared: the worst first, among equal ones that with most, then that with the newest. */
    device_alarm_list: read(inAlarmRequest, inAlarmList, { brings: ["alarm_log"] }),
    getDeviceAlarmNum: read(z.object({ ...companyFilter }), alarmNumbers, { brings: ["alarm_log"] }),
    /** Answers the device's password once when none was given. */
    post: write(
      deviceFields.extend({ password: z.union([z.literal(""), devicePassword]).default("") }),
      z.object({ id: z.string(), password: z.string() }),
      {
        touches: ["device_slave", "company", "device_template", "alarm_trigger"],
      },
    ),
    /** To another organisation it takes its history, alarms and own rules along; users who would not see it there lose it. */
    put: write(
      deviceFields.extend({ id, version: z.number().int(), password: z.union([z.literal(""), devicePassword]).default("") }),
      nothing,
      { touches: moves },
    ),
    /** Whether these devices can go to the organisation, row by row; nothing is changed. */
    check_transfer: read(transferCheck, z.object({ rows: z.array(transferRow) })),
    /**
     * Gives devices to another organisation. What of them is not erased goes along, and users who would not see them there lose them. Those
     * that can go do, all at one moment; the others are told. Refused where none can.
     */
    change_user: write(z.object({ ids: transferIds, ...transferTarget }), z.object({ moved: z.number(), rows: z.array(transferRow) }), {
      touches: [...moves, "device_data_log"],
    }),
    /** Another gateway takes the place of a device: its SN and password become those of the new one, all that is kept stays. An empty password is that which the SN was registered with, or is made up and answered once. */
    update_device_sn: write(
      z.object({ id, version: z.number().int(), sn, password: z.union([z.literal(""), devicePassword]).default("") }),
      z.object({ password: z.string() }),
      { touches: ["device_event"] },
    ),
    /** Makes up a new password for a device and answers it once; whoever is connected by the old one is disconnected. */
    new_password: write(z.object({ id, version: z.number().int() }), z.object({ password: z.string() })),
    /** Gives devices another type, all of them or none. Values of attributes stay under those of the same name and kind; the others are the new type's defaults. */
    update_device_type: write(z.object({ ids, typeId: id }), z.object({ changed: z.number() })),
    /** Makes the end user the owner of devices, all of them or none; whoever owned one before stays authorised. */
    update_ternimal_user: write(z.object({ ids, userId: id }), z.object({ changed: z.number() }), {
      touches: ["device_user_bind", "user", "terminal_user"],
    }),
    /**
     * Sends a code to the owner of the device with this SN, if it has one: whom the owner tells it to may have the device
     * (`device_user_bind/ask`). What is answered is the same where there is no such device, or nobody who owns it.
     */
    send_auth_code: write(z.object({ deviceSn: text(64) }), z.object({ seconds: z.number().int() })),
    delete: write(z.object({ ids }), z.object({ removed: z.number() }), {
      touches: [...followers, "device_slave", "company", "device_template"],
    }),
    /** Prolongs the service of all of these devices, or of none. */
    renew: write(
      z.object({ ids: ids.max(limits.lease.atOnce), ...prolonging }).refine(oneWay, oneWayOnly),
      z.object({ renewed: z.number() }),
    ),
    /** Registers SNs with their passwords ahead, all of them or none: a device that is added with one of them has its password. */
    addSnAndPsd: write(z.object({ companyId: z.string().max(64).optional(), pairs: registryPairs }), z.object({ added: z.number() })),
    querysnpsw: read(
      z.object({
        ...sortedPage(["sn", "createdAt", "companyName"]),
        ...companyFilter,
        search: filterText,
        used: z.boolean().optional(),
      }),
      list(registryRow),
    ),
    delSnAndPsd: write(z.object({ ids }), z.object({ removed: z.number() })),
    /** Begins a job that adds the devices of an uploaded table, each as `post` does. */
    import: write(takesTable, begunJob, { touches: ["job"] }),
    /** Begins a job that registers the SNs of an uploaded table. */
    import_sn: write(takesTable, begunJob, { touches: ["job"] }),
    /** Registers SNs in a row, all of them or none, and answers the passwords that were made up for them. */
    generate_sn: write(generatedSns, z.object({ pairs: z.array(z.object({ sn: z.string(), password: z.string() })) })),
    /** Begins a job that makes a file of all devices that the filters let through, in the columns that an import reads, without passwords. */
    dlexcel: write(z.object({ ...deviceFilters, ...fileFields }), begunJob, { touches: ["job"] }),
    /**
     * Restores the factory settings of a device that is behind Tuya's cloud: it forgets its network and leaves the cloud project, until it is
     * paired anew. Refused (1431) until the server is let into that cloud.
     */
    reset_device: write(z.object({ device: id }), nothing, { method: "GET", path: "/api/tuya/device/reset_device/{device}" }),
    /** Writes points of one slave and waits for the device's reply. Keys are point ids. */
    cmd: write(
      z.object({
        id,
        slave: z.number().int(),
        values: z.record(z.string().max(64), z.union([z.number(), z.string().max(200), z.boolean()])),
        ...commandTiming,
      }),
      z.object({
        commandId: z.string(),
        state: commandState,
        message: z.string(),
        /** That the device took to answer; null while there is no answer. */
        milliseconds: z.number().nullable(),
      }),
      { touches: ["device_event"] },
    ),
  },
  { zh: "设备", en: "device" },
);

export const deviceSlave = resource(
  "device_slave",
  {
    query: read(
      z.object({ ...sortedPage(["no", "name", "recipeName"]), deviceId: id }),
      list(
        z.object({ id: z.string(), deviceId: z.string(), no: z.number(), name: z.string(), recipeId: z.string(), recipeName: z.string() }),
      ),
    ),
    /** One slave with its values, and the gateway that it is behind, whose versions are those that it reported. */
    get_device_slave: read(idRequest, slaveNow.extend({ device: deviceRow }), { brings: ["device"] }),
  },
  { zh: "从机", en: "slave" },
);
