import { Button, Dialog, DialogBody, DialogFooter, HTMLSelect, InputGroup } from "@blueprintjs/core";
import { QRCodeSVG } from "qrcode.react";
import { type CSSProperties, useEffect, useId, useState } from "react";
import { createPortal } from "react-dom";
import { useIntl } from "react-intl";
import { useFocusBack } from "#src/kit/form/focusBack.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import "#src/kit/form/form.css";
import "./labels.css";
import { type LabelSheet, labelSheets, onSheets } from "./labelSheets.ts";

export interface LabelText {
  readonly sn: string;
  readonly name: string;
  readonly model: string;
}

const mm = (length: number): string => `${length}mm`;

/** The code and what stands beside it; text gets smaller with the label. */
function Label({ label: { sn, name, model }, sheet }: { label: LabelText; sheet: LabelSheet }) {
  const side = Math.min(sheet.height - 5, sheet.width * 0.42);
  return (
    <div className="gh-label" style={{ width: mm(sheet.width), height: mm(sheet.height), fontSize: mm(sheet.height > 30 ? 3.2 : 2.5) }}>
      <QRCodeSVG value={sn} style={{ width: mm(side), height: mm(side) }} marginSize={0} aria-hidden />
      <div className="gh-label-texts">
        {name !== "" && <div className="gh-label-name">{shownText(name)}</div>}
        <div className="gh-mono">SN {shownText(sn)}</div>
        {model !== "" && <div>{shownText(model)}</div>}
      </div>
    </div>
  );
}

/** All sheets in place of the page while it is printed. */
function Sheets({ labels, sheet, used }: { labels: readonly LabelText[]; sheet: LabelSheet; used: number }) {
  const at: CSSProperties = {
    padding: `${mm(sheet.top)} 0 0 ${mm(sheet.left)}`,
    gridTemplateColumns: `repeat(${sheet.columns}, ${mm(sheet.width)})`,
    gridAutoRows: mm(sheet.height),
    columnGap: mm(sheet.gap),
  };
  return createPortal(
    <div className="gh-labels">
      {onSheets(labels, sheet, used).map((places, page) => (
        <div key={places.find((label) => label !== undefined)?.sn ?? `used ${page}`} className="gh-labels-sheet" style={at}>
          {places.map((label, place) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: places of a sheet never move.
            label ? <Label key={label.sn} label={label} sheet={sheet} /> : <div key={place} />,
          )}
        </div>
      ))}
    </div>,
    document.body,
  );
}

/** Asks for the size of labels, and prints them with a code of each SN. */
export function LabelsDialog({ labels, onClose }: { labels: readonly LabelText[]; onClose(): void }) {
  const intl = useIntl();
  const sizeId = useId();
  const usedId = useId();
  useFocusBack();
  const [size, setSize] = useState<string>(labelSheets[0].id);
  const [used, setUsed] = useState(0);
  const [printing, setPrinting] = useState(false);
  const sheet: LabelSheet = labelSheets.find(({ id }) => id === size) ?? labelSheets[0];
  const perSheet = sheet.columns * sheet.rows;
  const left = Math.min(used, perSheet - 1);
  useEffect(() => {
    if (!printing) return undefined;
    const done = () => setPrinting(false);
    window.addEventListener("afterprint", done);
    const timer = setTimeout(() => window.print());
    return () => {
      window.removeEventListener("afterprint", done);
      clearTimeout(timer);
    };
  }, [printing]);
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `labels.${id}` }, values);
  const [first] = labels;
  const sheets = Math.ceil((labels.length + left) / perSheet);
  return (
    <Dialog isOpen title={say("title", { count: labels.length })} className="gh-labels-dialog" onClose={onClose}>
      <DialogBody>
        <div className="gh-field">
          <label className="gh-field-label" htmlFor={sizeId}>
            {say("size")}
          </label>
          <HTMLSelect
            id={sizeId}
            fill
            autoFocus
            value={size}
            onChange={(event) => setSize(event.currentTarget.value)}
            options={labelSheets.map(({ id, width, height, columns, rows }) => ({
              value: id,
              label: say("option", { width, height, count: columns * rows }),
            }))}
          />
        </div>
        <div className="gh-field">
          <label className="gh-field-label" htmlFor={usedId}>
            {say("used")}
          </label>
          <InputGroup
            id={usedId}
            fill
            inputMode="numeric"
            value={String(used)}
            onChange={(event) => setUsed(Number(event.currentTarget.value.replace(/\D/g, "").slice(0, 3)))}
          />
          <div className="gh-field-help">{say("help", { count: sheets })}</div>
        </div>
        {first && (
          <div className="gh-labels-preview" aria-hidden>
            <Label label={first} sheet={sheet} />
          </div>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={intl.formatMessage({ id: "form.close" })} onClick={onClose} />
            <Button intent="primary" icon="print" text={say("print")} loading={printing} onClick={() => setPrinting(true)} />
          </>
        }
      />
      {printing && <Sheets labels={labels} sheet={sheet} used={left} />}
    </Dialog>
  );
}
