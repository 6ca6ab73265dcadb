import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, list, nothing, pageFields, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import {
  accountName,
  factorAnswer,
  filterText,
  newPassword,
  optionalEmail,
  optionalMobile,
  optionalText,
  presentPassword,
  text,
} from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

const person = z.object({ id: z.string(), account: z.string(), userName: z.string(), companyName: z.string() });

/** Which employee (staff, repairman) serves which customers (users, owners). */
export const employeeBindCustomer = resource(
  "employee_bind_customer",
  {
    /** Employees with their customers; `employeeId` narrows to one, `search` looks at both. */
    query: read(
      z.object({ ...pageFields, ...companyFilter, employeeId: id.optional(), search: filterText }),
      list(person.extend({ customers: z.array(person) })),
    ),
    /** Binds the customers to the employee, or releases them with `bound` false. */
    batchBindCustomer: write(
      z.object({ employeeId: id, customerIds: ids, bound: z.boolean().default(true) }),
      z.object({ changed: z.number() }),
    ),
  },
  { zh: "客户关系", en: "customer relation" },
);

/** 0 owner, 1 authorized, 2 to be authorized, 3 rejected. */
export const bindState = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type BindState = z.output<typeof bindState>;

/** An end consumer's right to a device. */
export const deviceUserBind = resource(
  "device_user_bind",
  {
    /** Who has a device or asks for it; of all devices without one. What is to be authorized comes first then, the newest first. */
    queryUser: read(
      z.object({ ...pageFields, deviceId: id.optional(), state: bindState.optional(), search: filterText }),
      list(
        z.object({
          id: z.string(),
          deviceId: z.string(),
          deviceName: z.string(),
          deviceSn: z.string(),
          userId: z.string(),
          account: z.string(),
          userName: z.string(),
          phone: z.string(),
          state: bindState,
          at: utcTime,
          version: z.number(),
        }),
      ),
    ),
    queryDevices: read(
      z.object({ ...pageFields, userId: id, state: bindState.optional() }),
      list(
        z.object({
          id: z.string(),
          deviceId: z.string(),
          name: z.string(),
          sn: z.string(),
          online: z.boolean(),
          state: bindState,
          at: utcTime,
          version: z.number(),
        }),
      ),
    ),
    /** Gives the user this state on the device; a device has one owner. `version` is that of the binding which was seen, 0 where there was none. */
    auth: write(z.object({ deviceId: id, userId: id, state: bindState, version: version.default(0) }), nothing, {
      touches: ["user", "terminal_user"],
    }),
    /**
     * Takes the user's right to the device away. Where the user is its owner the device is unbound: its readings, alarms, logs, own alarm
     * rules and users go for good, and what it was described by where it stood.
     */
    removeAuth: write(z.object({ deviceId: id, userId: id }), nothing, {
      touches: ["user", "terminal_user", "device", "device_data_log", "alarm_log", "alarm_trigger", "device_event", "device_state_log"],
    }),
    /**
     * Asks for a device of the end user's own organisation, or of one below it, by its SN. With the code that went to its owner the user is
     * authorized at once; without one the request waits for somebody's answer. Answers the state.
     */
    ask: write(
      z.object({ deviceSn: text(64), code: z.string().trim().max(12, "rule.tooLong").default("") }),
      z.object({ state: bindState }),
      {
        touches: ["device", "user", "terminal_user"],
      },
    ),
  },
  { zh: "设备授权", en: "device authorisation" },
);

export const terminalUserFields = z.object({
  userName: text(limits.names.person),
  nickName: optionalText(limits.names.person),
  phone: optionalMobile,
  email: optionalEmail,
});
/** With the caller's own password and second factor where phone or e-mail address become others. */
export const terminalUserEditFields = terminalUserFields.extend({ ownPassword: presentPassword, verifyCode: factorAnswer });
export const newTerminalUserFields = terminalUserFields.extend({ account: accountName, password: newPassword });

export const terminalUserRow = z.object({
  id: z.string(),
  companyName: z.string(),
  account: z.string(),
  userName: z.string(),
  nickName: z.string(),
  phone: z.string(),
  email: z.string(),
  enabled: z.boolean(),
  devices: z.number(),
  lastLoginAt: utcTime.nullable(),
  createdAt: utcTime,
  /** False for official-account users. */
  modifiable: z.boolean(),
  version: z.number(),
});
export type TerminalUserRow = z.output<typeof terminalUserRow>;

/** End consumers: users of type 3 and 4. */
export const terminalUser = resource(
  "terminal_user",
  {
    query: read(
      z.object({ ...sortedPage(["account", "userName", "createdAt", "lastLoginAt"]), ...companyFilter, search: filterText }),
      list(terminalUserRow),
    ),
    get: read(idRequest, terminalUserRow),
    post: write(newTerminalUserFields, z.object({ id: z.string() })),
    put: write(terminalUserEditFields.extend({ id, version }), nothing),
    delete: write(z.object({ ids }), z.object({ removed: z.number() }), { touches: ["device_user_bind"] }),
  },
  { zh: "终端用户", en: "end user" },
);
