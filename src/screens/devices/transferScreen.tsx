import { Button, Checkbox } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { type Erasable, erasables, type TransferRow } from "#contract/resources/deviceTransfer.ts";
import { useDisplay } from "#src/app/theme/useDisplay.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { Finder } from "#src/kit/form/finder.tsx";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { companySource } from "#src/screens/company/companySource.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { DevicePicker } from "./devicePicker.tsx";
import { readSnLines } from "./snLines.ts";
import "#src/kit/form/form.css";
import "#src/kit/screen/screen.css";
import "./transfer.css";

const rowKey = ({ place }: TransferRow): string => String(place);
const rowName = ({ name, sn }: TransferRow): string => (name === "" ? sn : `${name} (${sn})`);
const noRows: readonly TransferRow[] = [];

/** Of rows whether each went, may go, or why it does not. */
const outcomeOf = (row: TransferRow, moved: ReadonlySet<string>): "moved" | "fits" | "kept" =>
  row.code !== 0 ? "kept" : moved.has(row.id) ? "moved" : "fits";

/** Gives devices, chosen one by one or by the SNs of a file, to another organisation: what keeps one from going is told before and after. */
export function TransferScreen() {
  const intl = useIntl();
  const toasts = useToasts();
  const confirm = useConfirm();
  const intent = useButtonIntent();
  const { density } = useDisplay();
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const file = useRef<HTMLInputElement>(null);
  const [sns, setSns] = useState<readonly string[]>([]);
  const [target, setTarget] = useState({ id: "", name: "" });
  const [erase, setErase] = useState<readonly Erasable[]>([]);
  const [missed, setMissed] = useState(false);
  const [moved, setMoved] = useState<{ rows: readonly TransferRow[]; ids: ReadonlySet<string> }>();
  const [transfer, { isLoading }] = deviceCalls.change_user.useMutation();
  const ids = useMemo(() => (search.get("ids") ?? "").split(",").filter((id) => id !== ""), [search]);
  const count = ids.length + sns.length;
  const over = moved !== undefined;
  const read = deviceCalls.check_transfer.useQuery(count === 0 || over ? skipToken : { companyId: target.id, ids, sns: [...sns] }, {
    refetchOnMountOrArgChange: true,
  });
  const failure = useFailure(read);
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `transfer.${id}` }, values);
  const rows = count === 0 ? noRows : (moved?.rows ?? read.currentData?.rows ?? noRows);
  const fitting = rows.filter(({ code }) => code === 0);

  const keepIds = (next: readonly string[]) =>
    setSearch((previous) => {
      const params = new URLSearchParams(previous);
      if (next.length === 0) params.delete("ids");
      else params.set("ids", next.join(","));
      return params;
    });
  const begin = () => {
    setMoved(undefined);
    setTarget({ id: "", name: "" });
    setSns([]);
    keepIds([]);
  };
  const pick = (id: string) => {
    if (ids.includes(id)) return;
    if (count >= limits.transfer) toasts.warning(intl.formatMessage({ id: "rule.transfer.most" }));
    else keepIds([...ids, id]);
  };
  const leaveOut = ({ place }: TransferRow) => {
    const index = place - 1;
    if (index < ids.length) keepIds(ids.filter((_, at) => at !== index));
    else setSns(sns.filter((_, at) => at !== index - ids.length));
  };
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const lines = await readSnLines(chosen);
    if ("fault" in lines) toasts.warning(say(`file.${lines.fault}`, { name: chosen.name, most: limits.transfer }));
    else if (ids.length + lines.sns.length > limits.transfer) toasts.warning(intl.formatMessage({ id: "rule.transfer.most" }));
    else setSns(lines.sns);
  };
  const submit = async () => {
    if (count === 0) return toasts.warning(intl.formatMessage({ id: "rule.transfer.atLeastOne" }));
    if (target.id === "") return setMissed(true);
    if (fitting.length === 0) return toasts.error(say("failed", { why: rows[0]?.message ?? "" }));
    const gone = erase.map((part) => say(`option.erase.${part}`));
    const detail = [
      say("detail", { names: fitting.slice(0, 3).map(rowName).join(", "), more: Math.max(0, fitting.length - 3) }),
      rows.length > fitting.length ? say("kept", { count: rows.length - fitting.length }) : "",
      gone.length === 0 ? say("takesAll") : say("erases", { parts: intl.formatList(gone) }),
    ].filter((part) => part !== "");
    const question = say("question", { count: fitting.length, company: target.name });
    const asked = { kind: "danger", question, action: say("action"), detail: detail.join("\n") } as const;
    if (!(await confirm(gone.length === 0 ? asked : { ...asked, typed: target.name }))) return;
    const { data, error } = await transfer({ ids: fitting.map(({ id }) => id), companyId: target.id, erase: [...erase] });
    if (!data) {
      const why = refusalText(asRefusal(error), intl)?.text;
      if (why) toasts.error(say("failed", { why }));
      return;
    }
    const now = new Map(data.rows.map((row) => [row.sn, row]));
    const shown = rows.map((row) => {
      const told = row.code === 0 ? now.get(row.sn) : undefined;
      if (!told) return row;
      return { ...row, ...told, place: row.place, ...(told.code === 0 ? { companyName: target.name } : {}) };
    });
    setMoved({ rows: shown, ids: new Set(data.rows.filter(({ code }) => code === 0).map(({ id }) => id)) });
    toasts.success("transfer.done", { count: data.moved, company: target.name });
  };

  const movedIds = moved?.ids;
  const columns = useMemo((): Column<TransferRow>[] => {
    const gone = movedIds ?? new Set<string>();
    const label = (id: string) => intl.formatMessage({ id: `transfer.column.${id}` });
    const outcome = (row: TransferRow) => {
      const what = outcomeOf(row, gone);
      return what === "kept" ? row.message : intl.formatMessage({ id: `transfer.outcome.${what}` });
    };
    return [
      { id: "place", label: label("place"), width: 60, align: "end", text: ({ place }) => String(place) },
      { id: "sn", label: label("sn"), width: 200, mono: true, text: ({ sn }) => sn },
      { id: "name", label: label("name"), width: 220, text: ({ name }) => name || "–" },
      { id: "from", label: label("from"), width: 200, text: ({ companyName }) => companyName || "–" },
      {
        id: "outcome",
        label: label("outcome"),
        width: 320,
        text: outcome,
        render: (row) => <span className={`gh-transfer-${outcomeOf(row, gone)}`}>{outcome(row)}</span>,
      },
    ];
  }, [intl, movedIds]);

  return (
    <div className="gh-page gh-transfer">
      <header className="gh-page-head">
        <h1 className="gh-page-title">
          {say("title")}
          {count > 0 && <span className="gh-page-count">{intl.formatNumber(count)}</span>}
        </h1>
        <div className="gh-page-actions">
          {over ? (
            <Button icon="plus" intent={intent} text={say("again")} onClick={begin} />
          ) : (
            <>
              {count > 0 && <Button icon="eraser" text={say("clear")} onClick={begin} />}
              <Button
                icon="swap-horizontal"
                intent={intent}
                loading={isLoading}
                text={say(count === 0 ? "action" : "actionCount", { count: fitting.length })}
                onClick={() => void submit()}
              />
            </>
          )}
        </div>
      </header>
      {!over && (
        <div className="gh-transfer-form">
          <div className="gh-field">
            <div className="gh-field-label">{say("devices")}</div>
            <div className="gh-transfer-devices">
              <DevicePicker shown="" faulty={false} onPick={({ id }) => pick(id)} />
              <input
                ref={file}
                type="file"
                accept=".txt,text/plain"
                hidden
                onChange={(event) => {
                  void take(event.currentTarget.files?.[0]);
                  event.currentTarget.value = "";
                }}
              />
              <Button icon="document-open" text={say("file")} onClick={() => file.current?.click()} />
            </div>
            <div className="gh-field-help">{say("devices.help", { most: limits.transfer })}</div>
          </div>
          <div className={missed ? "gh-field gh-field-faulty" : "gh-field"}>
            <div className="gh-field-label">{say("target")}</div>
            <Finder
              label={say("target")}
              useFound={companySource.useFound}
              shown={target.name}
              faulty={missed}
              onPick={({ id, name }) => {
                setMissed(false);
                setTarget({ id, name });
              }}
            />
            {missed && (
              <div className="gh-field-error" role="alert">
                {intl.formatMessage({ id: "rule.transfer.target" })}
              </div>
            )}
          </div>
          <fieldset className="gh-field gh-transfer-erase">
            <legend className="gh-field-label">{say("field.erase")}</legend>
            {erasables.map((part) => (
              <Checkbox
                key={part}
                label={say(`option.erase.${part}`)}
                checked={erase.includes(part)}
                onChange={() => setErase(erase.includes(part) ? erase.filter((each) => each !== part) : [...erase, part])}
              />
            ))}
            <div className="gh-field-help">{say("erase.help")}</div>
          </fieldset>
        </div>
      )}
      <div className="gh-transfer-rows">
        {failure !== undefined && !over ? (
          <FailedRead error={failure} onRetry={() => void read.refetch()} />
        ) : (
          <DataTable
            label={say("title")}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            rowName={rowName}
            loading={read.isFetching && rows.length === 0}
            density={density}
            rowActions={(row) => (over ? [] : [{ id: "leaveOut", icon: "small-cross", label: say("leaveOut"), run: () => leaveOut(row) }])}
            emptyState={<p className="gh-transfer-empty">{say("empty")}</p>}
          />
        )}
      </div>
    </div>
  );
}
