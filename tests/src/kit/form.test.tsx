// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { text } from "#contract/kit/text.ts";
import { NumberField, PasswordField, RadioField, SelectField, SwitchField, TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { FormDrawer, FormPage } from "#src/kit/form/formDrawer.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { isRequired } from "#src/kit/form/schemaField.ts";
import type { Loaded, Outcome } from "#src/kit/form/useRecordForm.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import type { Refusal } from "#store/transport.ts";
import { renderInside } from "./formSite.tsx";

const schema = z.object({
  name: text(5, "rule.name.required"),
  age: z.number("rule.age").min(0, "rule.age").max(200, "rule.age"),
  secret: z.string().default(""),
  rows: z.array(z.object({ no: z.number("rule.slaveNumber") })).min(1, "rule.slave.atLeastOne"),
});
type Fields = z.output<typeof schema>;

interface Probe {
  answer?: Outcome | (() => Promise<Outcome>);
  initial?: Partial<Fields>;
  reload?: () => Promise<Loaded | undefined>;
  confirm?: boolean;
  userId?: string;
}

interface Sent {
  values: Fields;
  version: number | undefined;
}

const draw = ({ answer = { data: null }, initial = {}, reload, confirm = false, userId = "lin" }: Probe = {}) => {
  const sent: Sent[] = [];
  const ends: string[] = [];
  const drawn = renderInside(
    <FormDrawer
      id="probe"
      title="Probe"
      schema={schema}
      initial={{ name: "", age: undefined, secret: "", rows: [{ no: 1 }], ...initial }}
      version={3}
      save={async (values, version) => {
        sent.push({ values, version });
        return typeof answer === "function" ? await answer() : answer;
      }}
      reload={reload}
      confirm={confirm ? { kind: "submit" } : undefined}
      saved="feedback.submitted"
      onSaved={() => ends.push("saved")}
      onClose={() => ends.push("closed")}
    >
      <TextField name="name" />
      <NumberField name="age" />
      <PasswordField name="secret" />
      <RowsField name="rows" blank={() => ({ no: undefined })} most={2}>
        {(prefix) => <NumberField name={`${prefix}.no`} />}
      </RowsField>
    </FormDrawer>,
    { userId },
  );
  return { sent, ends, drawn };
};

const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
const save = () => userEvent.click(screen.getByRole("button", { name: "保存" }));
const refusal = (code: number, data: unknown = null, message = "refused"): Outcome => ({
  error: { code, data, message } satisfies Refusal,
});

beforeEach(() => sessionStorage.clear());

test("what has to be filled in follows from the schema, also inside rows", () => {
  expect(["name", "age", "secret", "rows.0.no"].map((path) => isRequired(schema, path))).toEqual([true, true, false, true]);
});

test("what takes emptiness of any kind is not required, whatever else it takes", () => {
  const emptied = z.object({ none: z.string().nullable(), blank: z.string(), chosen: z.enum(["a", "b"]), limit: z.number().nullable() });
  expect(["none", "blank", "chosen", "limit"].map((path) => isRequired(emptied, path))).toEqual([false, false, true, false]);
});

test("every kind of control bears the mark, is announced as required, and is told when it is at fault", async () => {
  const all = z.object({
    name: text(5),
    sex: z.enum(["m", "f"]),
    type: z.enum(["x"]),
    note: text(9),
    on: z.boolean(),
    limit: z.number().nullable(),
  });
  const options = [{ value: "x", label: "X" }];
  renderInside(
    <FormPage
      id="probe"
      title="Probe"
      schema={all.refine(({ limit }) => limit !== null, { path: ["limit"], error: "rule.required" })}
      initial={{ name: "", note: "", on: false, limit: null }}
      save={async () => ({ data: null })}
      saved="feedback.submitted"
      onSaved={() => undefined}
      onClose={() => undefined}
    >
      <TextField name="name" label="名称" />
      <RadioField name="sex" label="性别" options={options} />
      <SelectField name="type" label="类型" options={options} />
      <TextAreaField name="note" label="备注" />
      <SwitchField name="on" label="启用" />
      <NumberField name="limit" label="限值" nullable required />
    </FormPage>,
  );
  await save();
  await waitFor(() => expect(field("名称")).toBeInvalid());
  const controls = [field("名称"), screen.getByRole("radiogroup"), field("类型"), field("备注")];
  expect(controls.map((control) => [control.getAttribute("aria-required"), control.getAttribute("aria-invalid")])).toEqual(
    controls.map(() => ["true", "true"]),
  );
  expect(field("限值")).toBeRequired();
  expect(field("启用")).not.toBeRequired();
  expect(screen.getAllByText("*")).toHaveLength(5);
});

test("faults show on leaving a field and on saving, in words, the first one focused, and nothing is sent", async () => {
  const { sent } = draw();
  await waitFor(() => expect(field("名称")).toHaveFocus());
  await userEvent.tab();
  expect(await screen.findByText("请输入姓名")).toBeVisible();
  await userEvent.type(field("年龄"), "201");
  await save();
  expect(await screen.findByText("年龄应为 0～200 的整数")).toBeVisible();
  expect(field("名称")).toHaveFocus();
  expect(field("名称")).toHaveAccessibleDescription("请输入姓名");
  expect(field("名称")).toBeInvalid();
  expect(sent).toEqual([]);
});

test("lengths count code points, and one too many is told with the limit", async () => {
  const { sent, ends } = draw({ initial: { age: 1 } });
  await userEvent.type(field("名称"), "😀😀😀😀😀😀");
  await save();
  expect(await screen.findByText("字符过长，最多 5 个")).toBeVisible();
  await userEvent.clear(field("名称"));
  await userEvent.type(field("名称"), "😀😀😀😀😀");
  await save();
  await waitFor(() => expect(ends).toEqual(["saved"]));
  expect(sent).toEqual([{ values: { name: "😀😀😀😀😀", age: 1, secret: "", rows: [{ no: 1 }] }, version: 3 }]);
});

test("a number is taken in full-width digits and with a minus sign too", async () => {
  const { sent } = draw({ initial: { name: "Lin" } });
  await userEvent.type(field("年龄"), "－３");
  await save();
  expect(await screen.findByText("年龄应为 0～200 的整数")).toBeVisible();
  await userEvent.clear(field("年龄"));
  await userEvent.type(field("年龄"), "２５");
  await save();
  await waitFor(() => expect(sent.map(({ values }) => values.age)).toEqual([25]));
});

test("Enter submits; with a confirmation nothing is sent before it is given [S8.024] [S8.026]", async () => {
  const { sent, ends } = draw({ initial: { age: 0 }, confirm: true });
  await userEvent.type(field("名称"), "Lin{Enter}");
  await userEvent.click(within(await screen.findByRole("dialog", { name: "确认提交吗？" })).getByRole("button", { name: "取消" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "确认提交吗？" })).toBeNull());
  expect(sent).toEqual([]);
  expect(field("名称")).toHaveValue("Lin");
  await userEvent.type(field("名称"), "{Enter}");
  await userEvent.click(within(await screen.findByRole("dialog", { name: "确认提交吗？" })).getByRole("button", { name: "提交" }));
  await waitFor(() => expect(ends).toEqual(["saved"]));
  expect(sent).toHaveLength(1);
  expect(await screen.findByText("提交成功")).toBeVisible();
});

test("a refusal is told, its faults stand under their fields, and nothing that was typed is lost", async () => {
  const { ends } = draw({ answer: refusal(400, { fields: [{ path: "rows.0.no", message: "从机编号应为 1～247" }] }), initial: { age: 7 } });
  await userEvent.type(field("名称"), "Lin");
  await save();
  expect(await screen.findByText("数据有误，请检查提交数据正确性")).toBeVisible();
  expect(field("编号")).toHaveAccessibleDescription("从机编号应为 1～247");
  expect(field("名称")).toHaveValue("Lin");
  expect(ends).toEqual([]);
});

test("a refusal that is about a field stands at it and in no toast; one about no field of the form is told", async () => {
  draw({ answer: refusal(1203), initial: { name: "Lin", age: 7 } });
  await save();
  await waitFor(() => expect(field("名称")).toHaveAccessibleDescription("名称已存在"));
  expect(field("名称")).toHaveFocus();
  expect(screen.getAllByText("名称已存在")).toHaveLength(1);
});

test("a refusal of a field that the form does not have is told in a toast", async () => {
  draw({ answer: { error: { code: 1311, data: null, message: "序列号已存在" } }, initial: { name: "Lin", age: 7 } });
  await save();
  expect(await screen.findByText("序列号已存在")).toBeVisible();
  expect(field("名称")).toHaveAccessibleDescription("");
});

test("while it is sent the button spins and a second press sends nothing", async () => {
  let finish = (_: Outcome) => {};
  const { sent } = draw({ answer: () => new Promise((resolve) => (finish = resolve)), initial: { name: "a", age: 7 } });
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  const button = document.querySelector("button[type=submit]");
  expect(button).toBeDisabled();
  expect(button?.querySelector(".bp6-spinner")).not.toBeNull();
  finish({ data: null });
  await waitFor(() => expect(button).toBeEnabled());
  expect(sent).toHaveLength(1);
});

test("Esc closes at once when nothing was typed, and asks when something was", async () => {
  const untouched = draw();
  await waitFor(() => expect(field("名称")).toHaveFocus());
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(untouched.ends).toEqual(["closed"]));
  untouched.drawn.unmount();

  const { ends } = draw();
  await userEvent.type(field("名称"), "L{Escape}");
  await userEvent.click(within(await screen.findByRole("dialog", { name: "放弃未保存的更改吗？" })).getByRole("button", { name: "取消" }));
  expect(ends).toEqual([]);
  expect(field("名称")).toHaveValue("L");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "放弃未保存的更改吗？" })).toBeNull());
  await userEvent.type(field("名称"), "{Escape}");
  await userEvent.click(within(await screen.findByRole("dialog", { name: "放弃未保存的更改吗？" })).getByRole("button", { name: "放弃" }));
  await waitFor(() => expect(ends).toEqual(["closed"]));
});

test("rows are added up to the most there may be, and removed", async () => {
  const { sent } = draw({ initial: { name: "a", age: 1 } });
  await userEvent.click(screen.getByRole("button", { name: "添加一行" }));
  expect(screen.getByRole("button", { name: "添加一行" })).toBeDisabled();
  await userEvent.type(screen.getAllByLabelText(/^编号/)[1] as HTMLElement, "9");
  await userEvent.click(screen.getByRole("button", { name: "删除第 1 行" }));
  await save();
  await waitFor(() => expect(sent.map(({ values }) => values.rows)).toEqual([[{ no: 9 }]]));
});

test("a list with too few rows says so", async () => {
  draw({ initial: { name: "a", age: 1, rows: [] } });
  await save();
  expect(await screen.findByText("至少添加一个从机")).toBeVisible();
});

const conflict = refusal(1300, { by: "Wang", at: "2026-11-27T04:00:05.000Z", version: 8 });

test("over a newer version it says who changed it and when in the user's zone, and overwrites it when told to [S7.050]", async () => {
  const answers = [conflict, { data: null }];
  const { sent, ends } = draw({ answer: async () => answers.shift() ?? {}, initial: { name: "a", age: 1 } });
  await userEvent.type(field("名称"), "b");
  await save();
  const dialog = await screen.findByRole("dialog", { name: "记录已被修改" });
  expect(dialog).toHaveTextContent("Wang 已于 2026-11-27 12:00:05 修改此记录");
  await userEvent.click(within(dialog).getByRole("button", { name: "覆盖" }));
  await waitFor(() => expect(ends).toEqual(["saved"]));
  expect(sent.map(({ version, values }) => [version, values.name])).toEqual([
    [3, "ab"],
    [8, "ab"],
  ]);
});

test("over a newer version the newer record is loaded when that is chosen [S7.050]", async () => {
  const answers = [conflict, { data: null }];
  const newer = { values: { name: "new", age: 9, secret: "", rows: [{ no: 4 }] }, version: 8 };
  const { sent } = draw({ answer: async () => answers.shift() ?? {}, initial: { name: "a", age: 1 }, reload: async () => newer });
  await userEvent.type(field("名称"), "b");
  await save();
  await userEvent.click(within(await screen.findByRole("dialog", { name: "记录已被修改" })).getByRole("button", { name: "加载最新" }));
  await waitFor(() => expect(field("名称")).toHaveValue("new"));
  await save();
  await waitFor(() =>
    expect(sent.map(({ version, values }) => [version, values.name])).toEqual([
      [3, "ab"],
      [8, "new"],
    ]),
  );
});

test("what was typed when the session ends is offered to the same user and to nobody else, without secrets [S7.051]", async () => {
  const first = draw({ answer: refusal(401) });
  await userEvent.type(field("名称"), "Lin");
  await userEvent.type(field("年龄"), "44");
  await userEvent.type(field("口令"), "hush");
  first.drawn.unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("hush");

  const stranger = draw({ userId: "wu" });
  expect(screen.queryByRole("button", { name: "恢复" })).toBeNull();
  expect(field("名称")).toHaveValue("");
  stranger.drawn.unmount();

  const [kept] = Object.values(sessionStorage).map((draft: string) => JSON.parse(draft) as { at: number });
  const { ends } = draw();
  expect(screen.getByText(`有未保存的内容，填写于 ${formatInstant("Asia/Shanghai", kept?.at)}`)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "恢复" }));
  expect(field("名称")).toHaveValue("Lin");
  expect(field("年龄")).toHaveValue("44");
  expect(field("口令")).toHaveValue("");
  await save();
  await waitFor(() => expect(ends).toEqual(["saved"]));
  expect(sessionStorage).toHaveLength(0);
});
