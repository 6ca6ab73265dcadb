import { type Language, say } from "#contract/messages.ts";

/** Whom a code is for; without `email` it can go to the phone alone. */
export interface Recipient {
  readonly phone: string;
  readonly email?: string;
}

export interface CodeMessage {
  readonly code: string;
  readonly minutes: number;
  readonly platform: string;
  readonly language: Language;
}

export type CodeChannel = "sms" | "email";

/** One way of bringing a code to somebody; rejects, saying why, when the provider did not take it. */
export interface CodeProvider {
  readonly channel: CodeChannel;
  send(address: string, message: CodeMessage): Promise<void>;
  /** Brings any other text; left out by a provider that carries nothing but codes. */
  tell?(address: string, notice: { subject: string; text: string }): Promise<void>;
}

/** What is written to the recipient, in the language of who asked. */
export const codeText = ({ code, minutes, platform, language }: CodeMessage): string =>
  say(language, "text.code", { code, minutes, platform });
