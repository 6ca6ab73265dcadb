import type { Call } from "#contract/kit/call.ts";
import { alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { auth } from "#contract/resources/auth.ts";
import { alarmUserWeixin, companyWeixin, userWeixin } from "#contract/resources/companyWeixin.ts";
import { device } from "#contract/resources/device.ts";
import { deviceArgument } from "#contract/resources/deviceArgument.ts";
import { deviceChange } from "#contract/resources/deviceChange.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceFavorites } from "#contract/resources/deviceFavorites.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { imageFile } from "#contract/resources/imageFile.ts";
import { job } from "#contract/resources/job.ts";
import { license } from "#contract/resources/license.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { notice } from "#contract/resources/notice.ts";
import { order } from "#contract/resources/order.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { user } from "#contract/resources/user.ts";
import { userTempData } from "#contract/resources/userTempData.ts";

const { add, cancel, top, bottom, sort } = deviceFavorites.calls;

/** Writes that change no record, or none that anybody would ask the log for. */
export const unchanging: readonly { call: Call; why: string }[] = [
  { call: auth.calls.login, why: "opens a session" },
  { call: auth.calls.logout, why: "ends a session" },
  { call: user.calls.end_sessions, why: "ends sessions" },
  { call: auth.calls.send_login_pass_code, why: "sends a code" },
  { call: auth.calls.send_register_code, why: "sends a code" },
  { call: auth.calls.send_reset_pass_code, why: "sends a code" },
  { call: auth.calls.send_auth_pass_code, why: "sends a code" },
  { call: device.calls.send_auth_code, why: "sends a code" },
  { call: deviceUserBind.calls.ask, why: "is tried with an end user in tests/server/people/bindRequests.test.ts" },
  { call: auth.calls.register, why: "is tried with a code in tests/server/people/register.test.ts" },
  { call: user.calls.totp_begin, why: "its secret does not count yet" },
  { call: device.calls.cmd, why: "is a command, kept among the device's events" },
  { call: device.calls.reset_device, why: "changes the device and nothing that is kept of it: tests/server/wire/tuya/tuya.test.ts" },
  { call: order.calls.send_by_sn, why: "is a command, kept among the device's events" },
  { call: deviceArgument.calls.send, why: "is a command for each slave, kept among the device's events" },
  { call: order.calls.send, why: "is a command, kept among the device's events" },
  { call: deviceChange.calls.post, why: "begins a job, whose portions are rows of their own: tests/server/devices/change.test.ts" },
  { call: deviceChange.calls.undo, why: "begins a job, whose portions are rows of their own: tests/server/devices/change.test.ts" },
  { call: imageFile.calls.upload, why: "keeps a file" },
  { call: job.calls.cancel, why: "ends work, and is tried in tests/server/jobs" },
  { call: job.calls.delete, why: "is what its own user has listed" },
  { call: appVersion.calls.upload, why: "keeps a file" },
  { call: deviceEvent.calls.dlexcel_user_event, why: "takes a file away" },
  { call: deviceEvent.calls.call_off, why: "ends commands, which are kept among the device's events" },
  { call: device.calls.dlexcel, why: "takes a file away" },
  { call: device.calls.import, why: "begins a job; what that adds is tried in tests/server/imports" },
  { call: device.calls.import_sn, why: "begins a job; what that registers is tried in tests/server/imports" },
  { call: alarmGroup.calls.try, why: "sends a test, and keeps nothing" },
  { call: companyWeixin.calls.try, why: "asks WeChat for a token, and keeps nothing" },
  { call: userWeixin.calls.bind, why: "shows a code, which is no record" },
  { call: alarmUserWeixin.calls.bind, why: "shows a code, which is no record" },
  { call: alarmType.calls.import, why: "begins a job; what that adds is tried in tests/server/imports" },
  { call: sheetImport.calls.upload, why: "is judged, and changes nothing before it is taken over" },
  { call: deviceDataRecipe.calls.read_table, why: "is read, and keeps nothing" },
  { call: deviceDataLog.calls.dlexcel, why: "takes a file away" },
  { call: deviceData.calls.dlexcel, why: "takes a file away" },
  { call: deviceData.calls.delete, why: "begins a job; what that deletes is a row of its own: tests/server/history/deviceData.test.ts" },
  { call: deviceStateLog.calls.dlexcel, why: "takes a file away" },
  { call: userTempData.calls.post, why: "is what a screen remembers for its own user, at every move of a column" },
  { call: userTempData.calls.delete, why: "is what a screen remembers for its own user" },
  ...[add, cancel, top, bottom, sort].map((call) => ({ call, why: "is what its own user follows" })),
  { call: notice.calls.mark, why: "is what its own user has read" },
  { call: license.calls.atv_lic_file, why: "is tried with signed files in tests/server/people/system.test.ts" },
];
