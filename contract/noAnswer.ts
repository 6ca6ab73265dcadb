/** The one message that is there before any others have come. */
export const noAnswer = {
  zh: "服务器连接超时",
  en: "Server error or timeout. Try again; if it persists, contact the administrator",
} as const;
