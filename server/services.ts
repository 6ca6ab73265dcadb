import type { Logger } from "pino";
import type { Captchas } from "#server/auth/captchas.ts";
import type { KnownBrowsers } from "#server/auth/knownBrowsers.ts";
import type { LoginLimits } from "#server/auth/loginLimits.ts";
import type { PageTokens } from "#server/auth/pageTokens.ts";
import type { PhoneCodes } from "#server/auth/phoneCodes.ts";
import type { Sessions } from "#server/auth/sessions.ts";
import type { Changes } from "#server/changes/changes.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open.ts";
import type { SendNotice } from "#server/delivery/noticeSender.ts";
import type { LaterCommands } from "#server/devices/laterCommand.ts";
import type { PictureAllowance } from "#server/files/pictureAllowance.ts";
import type { FailedCalls } from "#server/http/failedCalls.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { KeptRows } from "#server/log/keptRows.ts";
import type { RefusedCalls } from "#server/log/refusedCalls.ts";
import type { AlarmNotices } from "#server/notices/alarmNotices.ts";
import type { NoticeTries } from "#server/notices/noticeTries.ts";
import type { NoticeWaits } from "#server/people/noticeWaits.ts";
import type { PhoneProbes } from "#server/people/phoneProbes.ts";
import type { Troubles } from "#server/system/troubles.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { SceneCodes } from "#server/weixin/sceneCodes.ts";
import type { WeixinApi } from "#server/weixin/weixinApi.ts";
import type { CommandSender } from "#server/wire/commands.ts";
import type { MessageCounts } from "#server/wire/messageCounts.ts";
import type { MessageRecord } from "#server/wire/messageRecord.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";
import type { TuyaSide } from "#server/wire/tuya/tuyaSide.ts";

/** Ports that are listened on; null for what is off. */
export interface Listening {
  readonly http: number;
  readonly mqtt: number;
  readonly mqtts: number | null;
  readonly dtu: number | null;
}

export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => number;
  /** Milliseconds that only go forward, at the pace of time: what waits, rests or runs out is told by it. */
  readonly uptime: () => number;
  /** The time of day as far as something may be ended for good by it. */
  readonly believed: () => number;
  readonly troubles: Troubles;
  readonly db: Db;
  readonly sessions: Sessions;
  readonly captchas: Captchas;
  readonly pageTokens: PageTokens;
  readonly phoneCodes: PhoneCodes;
  readonly notices: SendNotice;
  readonly noticeWaits: NoticeWaits;
  readonly loginLimits: LoginLimits;
  /** Of second factors, which count apart. */
  readonly factorLimits: LoginLimits;
  readonly phoneProbes: PhoneProbes;
  readonly knownBrowsers: KnownBrowsers;
  readonly pictureAllowance: PictureAllowance;
  readonly operationLog: KeptRows;
  readonly refusedCalls: RefusedCalls;
  readonly failedCalls: FailedCalls;
  readonly telemetry: Telemetry;
  readonly registry: DeviceRegistry;
  readonly presence: PresenceKeeper;
  readonly commands: CommandSender;
  readonly laterCommands: LaterCommands;
  readonly alarmNotices: Pick<AlarmNotices, "channels" | "look">;
  readonly noticeTries: NoticeTries;
  readonly sceneCodes: SceneCodes;
  readonly weixinApi: WeixinApi;
  readonly tuya: Pick<TuyaSide, "reset">;
  readonly messages: MessageRecord;
  readonly messageCounts: MessageCounts;
  readonly changes: Changes;
  readonly jobs: Jobs;
  readonly listening: () => Listening;
}
