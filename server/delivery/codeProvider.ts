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

/** A text that is no code. `id` is the same whenever the same text is sent again, where a provider takes such a mark. */
export interface PlainText {
  readonly subject: string;
  readonly text: string;
  readonly id?: string;
}

/** What a provider said, cut. */
export const answerRead = 4096;

/** A provider that answered, and took nothing. */
export class NotTaken extends Error {
  readonly #answer: string;

  constructor(message: string, answer: string) {
    super(message);
    this.name = "NotTaken";
    this.#answer = answer;
  }

  /** Not for logs: it may repeat what was sent. */
  get answer(): string {
    return this.#answer;
  }
}

/** A provider that takes nothing for a while: it need not be asked before. */
export class HeldBack extends NotTaken {
  readonly waitMs: number;

  constructor(message: string, answer: string, waitMs: number) {
    super(message, answer);
    this.name = "HeldBack";
    this.waitMs = waitMs;
  }
}

/** One way of bringing a code to somebody; rejects, saying why, when the provider did not take it. */
export interface CodeProvider {
  readonly channel: CodeChannel;
  send(address: string, message: CodeMessage): Promise<void>;
  /** Brings any other text and answers what the provider said; left out by one that carries nothing but codes. */
  tell?(address: string, notice: PlainText): Promise<string>;
}

/** What is written to the recipient, in the language of who asked. */
export const codeText = ({ code, minutes, platform, language }: CodeMessage): string =>
  say(language, "text.code", { code, minutes, platform });
