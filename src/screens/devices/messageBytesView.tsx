import { useIntl } from "react-intl";
import { dumpOf, textOfBytes } from "./messageBytes.ts";

interface MessageBytesProps {
  head: Uint8Array | undefined;
  /** Of the whole message. */
  bytes: number;
}

/** The head of a message's bytes, as text where it is such, and as hexadecimal digits. */
export function MessageBytes({ head, bytes }: MessageBytesProps) {
  const intl = useIntl();
  if (head === undefined) return <p className="gh-device-nothing">{intl.formatMessage({ id: "messages.noBytes" })}</p>;
  const text = textOfBytes(head);
  return (
    <>
      {text !== undefined && text !== "" && (
        <section>
          <h3>{intl.formatMessage({ id: "messages.text" })}</h3>
          <pre className="gh-message-bytes">
            <bdi>{text}</bdi>
          </pre>
        </section>
      )}
      <section>
        <h3>{intl.formatMessage({ id: "messages.hex" })}</h3>
        <pre className="gh-message-bytes">{dumpOf(head) || "–"}</pre>
        {bytes > head.length && (
          <p className="gh-device-nothing">{intl.formatMessage({ id: "messages.cut" }, { shown: head.length, bytes })}</p>
        )}
      </section>
    </>
  );
}
