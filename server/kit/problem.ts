import { type CodeName, codes } from "#contract/codes.ts";
import { limits } from "#contract/limits.ts";
import { isMessageId, type Language, type MessageId, type messages, say } from "#contract/messages.ts";

/** Filled into a message; one that is itself {zh, en} is taken in the asker's language. */
type Values = Readonly<Record<string, string | number | Readonly<Record<Language, string>>>>;

export interface FieldFault {
  path: string;
  message: MessageId;
  values?: Values;
}

interface Detail {
  /** Filled into the code's message. */
  values?: Values;
  fields?: readonly FieldFault[];
  /** In place of the code's own message, where there is more to say. */
  message?: MessageId;
  data?: unknown;
}

/** An expected refusal. Thrown anywhere below a handler, mapped to the envelope once, at the edge. */
export class Problem extends Error {
  readonly code: CodeName;
  readonly detail: Detail;

  constructor(code: CodeName, detail: Detail = {}) {
    super(code);
    this.name = "Problem";
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return codes[this.code].status;
  }

  envelope(language: Language): { code: number; data: unknown; message: string } {
    const { code, message: usual } = codes[this.code];
    const message = this.detail.message ?? usual;
    const text = isMessageId(message) ? say(language, message, inLanguage(language, this.detail.values)) : message;
    const fields = this.detail.fields?.slice(0, limits.request.faults).map(({ path, message, values }) => ({
      path: path.slice(0, limits.request.place),
      message: say(language, message, inLanguage(language, values)),
    }));
    return { code, data: fields ? { fields } : (this.detail.data ?? null), message: text };
  }
}

const inLanguage = (language: Language, values: Values = {}): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? value[language] : value]));

export const fieldProblem = (path: string, message: keyof typeof messages): Problem =>
  new Problem("badRequest", { fields: [{ path, message }] });
