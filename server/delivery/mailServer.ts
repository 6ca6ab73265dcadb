import { createTransport } from "nodemailer";
import { say } from "#contract/messages.ts";
import { type CodeProvider, codeText, NotTaken, type PlainText } from "#server/delivery/codeProvider.ts";

export interface MailServer {
  /** smtp:// or smtps://, with user and password where the server asks for them. */
  readonly url: string;
  readonly from: string;
}

const timeoutMs = 10_000;

/** A mail server by SMTP. Unless it is on this machine, the password and the code go over TLS or not at all. */
export const mailServer = ({ url, from }: MailServer): CodeProvider => {
  const { protocol, hostname } = new URL(url);
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const transport = createTransport({
    url,
    requireTLS: protocol === "smtp:" && !local,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const tell = async (to: string, { subject, text, id }: PlainText): Promise<string> => {
    const messageId = id === undefined ? {} : { messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>` };
    try {
      const { response } = await transport.sendMail({ from, to: { name: "", address: to }, subject, text, ...messageId });
      return response;
    } catch (fault) {
      const answer = fault instanceof Error && "response" in fault ? fault.response : undefined;
      throw typeof answer === "string" ? new NotTaken("the mail server did not take the message", answer) : fault;
    }
  };
  return {
    channel: "email",
    tell,
    async send(to, message) {
      await tell(to, { subject: say(message.language, "text.code.subject", { platform: message.platform }), text: codeText(message) });
    },
  };
};
