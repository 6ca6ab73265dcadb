import type { Language } from "#contract/messages.ts";
import type { StateKind, StateReason } from "#contract/resources/deviceStateLog.ts";

interface StateWords {
  title: string;
  columns: readonly string[];
  kinds: Record<StateKind, string>;
  reasons: Record<StateReason, string>;
}

/** What the file of state changes says. */
export const stateWords: Record<Language, StateWords> = {
  zh: {
    title: "上下线记录",
    columns: ["时间", "设备", "序列号", "所属组织", "状态", "原因", "结束时间", "持续时间（秒）"],
    kinds: { offline: "离线", online: "在线" },
    reasons: {
      connected: "设备连接",
      posted: "设备上报（HTTP）",
      reported: "涂鸦云上报",
      replaced: "新连接替换旧连接",
      goodbye: "设备主动断开",
      keepalive: "心跳超时",
      lost: "连接中断",
      silent: "未按时上报",
      refused: "上报内容被拒绝",
      disabled: "组织已停用或到期",
      credentials: "序列号或密码已更改",
      restart: "服务器重启后未恢复",
      disconnected: "连接断开",
    },
  },
  en: {
    title: "Online/offline log",
    columns: ["Time", "Device", "SN", "Organisation", "Status", "Reason", "Ended at", "Duration (s)"],
    kinds: { offline: "Offline", online: "Online" },
    reasons: {
      connected: "Connected",
      posted: "Posted over HTTP",
      reported: "Reported by the Tuya cloud",
      replaced: "New connection replaced the old one",
      goodbye: "Device disconnected",
      keepalive: "Keep-alive timeout",
      lost: "Connection lost",
      silent: "No post in time",
      refused: "Invalid data rejected",
      disabled: "Organisation deactivated or expired",
      credentials: "SN or password changed",
      restart: "Not back after a server restart",
      disconnected: "Disconnected",
    },
  },
};
