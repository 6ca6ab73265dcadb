import { useIntl } from "react-intl";
import { z } from "zod";
import { text } from "#contract/kit/text.ts";
import { codePoints, limits } from "#contract/limits.ts";
import { TextField } from "#src/kit/form/fields.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";

const fields = z.object({ name: text(limits.names.template) });

interface CopyDrawerProps {
  /** Whose words it speaks: `<screen>.copy.…` and `<screen>.copied`. */
  screen: string;
  /** Of what is copied. */
  name: string;
  help: string;
  send(name: string): PromiseLike<{ data?: { id: string } | undefined; error?: unknown }>;
  onCopied(id: string): void;
  onClose(): void;
}

/** Makes a template of one's own with what another holds. */
export function CopyDrawer({ screen, name: from, help, send, onCopied, onClose }: CopyDrawerProps) {
  const intl = useIntl();
  const offered = intl.formatMessage({ id: `${screen}.copy.name` }, { name: from });
  return (
    <FormDrawer
      id={screen}
      draft={`${screen}.copy`}
      title={intl.formatMessage({ id: `${screen}.copy.title` }, { name: from })}
      action={intl.formatMessage({ id: `${screen}.copy.action` })}
      schema={fields}
      initial={{ name: codePoints(offered) > limits.names.template ? "" : offered }}
      saved={`${screen}.copied`}
      save={async ({ name }) => {
        const answer = await send(name);
        if (answer.data) onCopied(answer.data.id);
        return answer;
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <TextField name="name" />
      <p className="gh-field-help">{help}</p>
    </FormDrawer>
  );
}
