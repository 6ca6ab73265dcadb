import { Button } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { copyText } from "#src/kit/table/tableText.ts";

interface CopyButtonProps {
  text: string;
  /** What is copied, in words. */
  name: string;
}

/** Copies a text, and says for a moment's reading whether it did. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const intl = useIntl();
  const host = useRef<HTMLSpanElement>(null);
  const [done, setDone] = useState<{ text: string; copied: boolean }>();
  const told = done?.text === text ? done.copied : undefined;
  const copy = async () => {
    if (host.current) setDone({ text, copied: await copyText(text, host.current) });
  };
  return (
    <span className="gh-connect-copy" ref={host}>
      <Button
        size="small"
        variant="minimal"
        icon={told ? "tick" : "duplicate"}
        aria-label={intl.formatMessage({ id: "connect.copy" }, { name })}
        title={intl.formatMessage({ id: "connect.copy" }, { name })}
        onClick={() => void copy()}
      />
      <span role="status" className={told === false ? "gh-connect-uncopied" : "gh-connect-copied"}>
        {told === undefined ? "" : intl.formatMessage({ id: told ? "device.password.copied" : "connect.copyFailed" })}
      </span>
    </span>
  );
}

interface CodeBlockProps {
  /** What it is, in words. */
  title: string;
  text: string;
  help?: string;
}

/** Something to be copied as it stands: a command, a payload. */
export function CodeBlock({ title, text, help }: CodeBlockProps) {
  return (
    <figure className="gh-connect-code">
      <figcaption>
        <span className="gh-connect-code-title">{title}</span>
        <CopyButton text={text} name={title} />
      </figcaption>
      {help !== undefined && <p className="gh-field-help">{help}</p>}
      <pre>
        <code>
          <bdi>{text}</bdi>
        </code>
      </pre>
    </figure>
  );
}

interface CopiedFactProps {
  name: string;
  text: string;
  help?: string;
}

/** A single value that a device is set to. */
export function CopiedFact({ name, text, help }: CopiedFactProps) {
  return (
    <div className="gh-connect-fact">
      <dt>{name}</dt>
      <dd>
        <code>
          <bdi>{text}</bdi>
        </code>
        <CopyButton text={text} name={name} />
        {help !== undefined && <p className="gh-field-help">{help}</p>}
      </dd>
    </div>
  );
}
