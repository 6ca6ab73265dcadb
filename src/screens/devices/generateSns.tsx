import { Button, Callout, Dialog, DialogBody, DialogFooter, HTMLTable } from "@blueprintjs/core";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { z } from "zod";
import { device, snsOf } from "#contract/resources/device.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { saveFile } from "#src/kit/file/saveFile.ts";
import { NumberField, TextField } from "#src/kit/form/fields.tsx";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { loadPart, partTroubleId } from "#src/kit/part/loadPart.ts";
import { companySource, useMayPickCompany } from "#src/screens/company/companySource.ts";
import type { LabelText } from "#src/screens/labels/labelsDialog.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";

const schema = device.calls.generate_sn.request;
const answered = z.object({ pairs: z.array(z.object({ sn: z.string(), password: z.string() })) });
type Pairs = z.output<typeof answered>["pairs"];

/** Rows that are shown; the file has all. */
const shownPairs = 50;

/** The first and the last one that would be made. */
function Example() {
  const intl = useIntl();
  const [prefix, start, count]: unknown[] = useWatch({ name: ["prefix", "start", "count"] });
  const asked = schema.safeParse({ prefix: String(prefix ?? ""), start: String(start ?? ""), count: Number(count) });
  if (!asked.success) return null;
  const [first = ""] = snsOf(asked.data, 0, 1);
  const [last = ""] = snsOf(asked.data, asked.data.count - 1, 1);
  return <div className="gh-field-help gh-mono">{intl.formatMessage({ id: "registry.generate.example" }, { first, last })}</div>;
}

/** The SNs with the passwords that the server made up. */
function Generated({ pairs, onLabels, onClose }: { pairs: Pairs; onLabels(labels: readonly LabelText[]): void; onClose(): void }) {
  const intl = useIntl();
  const toasts = useToasts();
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `registry.generate.${id}` }, values);
  const headings = [intl.formatMessage({ id: "registry.column.sn" }), intl.formatMessage({ id: "registry.column.password" })];
  const download = async () => {
    const maker = await loadPart(() => import("#src/kit/screen/tableBlob.ts")).catch((fault: unknown) => {
      toasts.error(intl.formatMessage({ id: partTroubleId(fault) }));
    });
    if (!maker) return;
    const title = intl.formatMessage({ id: "registry.title" });
    async function* batches() {
      yield pairs.map(({ sn, password }) => [sn, password]);
    }
    const blob = await maker.tableBlob({
      ...{ name: title, format: "xlsx", batches: batches() },
      columns: headings.map((heading) => ({ heading, width: 200 })),
      cut: (count) => intl.formatMessage({ id: "file.cut" }, { count }),
    });
    if (blob) saveFile(blob, `${title} ${pairs[0]?.sn ?? ""}.xlsx`);
  };
  return (
    <Dialog isOpen className="gh-generated" title={say("done", { count: pairs.length })} canOutsideClickClose={false} onClose={onClose}>
      <DialogBody>
        <Callout compact intent="warning">
          {say("once")}
        </Callout>
        <HTMLTable compact striped className="gh-generated-pairs">
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading}>{heading}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pairs.slice(0, shownPairs).map(({ sn, password }) => (
              <tr key={sn}>
                <td className="gh-mono">{sn}</td>
                <td className="gh-mono">{password}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
        {pairs.length > shownPairs && <p>{say("more", { count: pairs.length - shownPairs })}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button icon="print" text={say("labels")} onClick={() => onLabels(pairs.map(({ sn }) => ({ sn, name: "", model: "" })))} />
            <Button icon="download" autoFocus text={say("download")} onClick={() => void download()} />
            <Button intent="primary" text={intl.formatMessage({ id: "form.close" })} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}

/** Registers SNs in a row with passwords of the server's, which are shown afterwards. */
export function GenerateSns({ onLabels, onClose }: { onLabels(labels: readonly LabelText[]): void; onClose(): void }) {
  const intl = useIntl();
  const { me } = useSession();
  const mayPick = useMayPickCompany();
  const [generate] = deviceCalls.generate_sn.useMutation();
  const [initial] = useState(() => ({ companyId: me.companyId, prefix: "", start: "0001", count: 100 }));
  const [made, setMade] = useState<Pairs>();
  const say = (id: string) => intl.formatMessage({ id: `registry.generate.${id}` });
  if (made) return <Generated pairs={made} onLabels={onLabels} onClose={onClose} />;
  return (
    <FormDrawer
      id="registry"
      draft="registry.generate"
      title={say("title")}
      action={say("action")}
      schema={schema}
      initial={initial}
      save={async (values) => await generate(values)}
      saved="feedback.added"
      onSaved={(answer) => setMade(answered.parse(answer).pairs)}
      onClose={() => {
        if (!made) onClose();
      }}
    >
      {mayPick && <FinderField name="companyId" source={companySource} />}
      <TextField name="prefix" mono />
      <TextField name="start" mono help={say("help.start")} />
      <NumberField name="count" />
      <Example />
    </FormDrawer>
  );
}
