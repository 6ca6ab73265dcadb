import { answerRead, type CodeProvider, codeText, NotTaken } from "#server/delivery/codeProvider.ts";

export interface SmsGateway {
  /** May hold the placeholders that `body` knows, percent-encoded when filled in. */
  readonly url: string;
  readonly method: "GET" | "POST";
  /** Sent as a bearer token; empty for none. */
  readonly token: string;
  readonly contentType: string;
  /** With the placeholders {phone}, {code}, {minutes}, {platform}, {text} and {id}. */
  readonly body: string;
  /** A text that the answer has to contain, for gateways that refuse with status 200; empty when the status tells. */
  readonly accepted: string;
}

const timeoutMs = 10_000;

const filled = (template: string, values: Readonly<Record<string, string>>, escaped: (value: string) => string): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] === undefined ? whole : escaped(values[name])));

const escapeFor = (contentType: string): ((value: string) => string) => {
  if (contentType.includes("json")) return (value) => JSON.stringify(value).slice(1, -1);
  if (contentType.includes("urlencoded")) return encodeURIComponent;
  return (value) => value;
};

/** An operator's HTTP gateway, as its URL and template say. */
export const smsGateway = ({ url, method, token, contentType, body, accepted }: SmsGateway): CodeProvider => {
  const ask = async (values: Readonly<Record<string, string>>): Promise<string> => {
    const response = await fetch(filled(url, values, encodeURIComponent), {
      method,
      headers: {
        ...(method === "POST" ? { "Content-Type": contentType } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(method === "POST" ? { body: filled(body, values, escapeFor(contentType)) } : {}),
      // A redirection would take the code and the token elsewhere.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = (await response.text()).slice(0, answerRead);
    if (!response.ok) throw new NotTaken(`the SMS gateway answered ${response.status}`, `${response.status} ${answer}`);
    if (accepted && !answer.includes(accepted)) throw new NotTaken("the SMS gateway did not accept the message", answer);
    return answer;
  };
  const template = method === "POST" ? url + body : url;
  const carriesText = template.includes("{text}") && !template.includes("{code}");
  return {
    channel: "sms",
    async send(phone, message) {
      const { code, minutes, platform } = message;
      await ask({ phone, code, minutes: String(minutes), platform, text: codeText(message), id: "" });
    },
    // A template with a code in it is one that the gateway knows, and would carry a notice as an empty code.
    ...(carriesText ? { tell: (phone, { text, id = "" }) => ask({ phone, text, id, code: "", minutes: "", platform: "" }) } : {}),
  };
};
