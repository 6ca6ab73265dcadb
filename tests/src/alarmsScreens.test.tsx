// @vitest-environment jsdom
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { Provider } from "react-redux";
import { describe, expect, it } from "vitest";
import { messages as shared } from "#contract/messages.ts";
import { type AlarmRow, alarmLog } from "#contract/resources/alarm.ts";
import alarmsEn from "#locales/en/alarms.json";
import kitEn from "#locales/en/kit.json";
import noticeEn from "#locales/en/notice.json";
import templateEn from "#locales/en/template.json";
import alarmsZh from "#locales/zh/alarms.json";
import kitZh from "#locales/zh/kit.json";
import noticeZh from "#locales/zh/notice.json";
import templateZh from "#locales/zh/template.json";
import { type Feedback, FeedbackContext } from "#src/kit/feedback/feedback.ts";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { ProcessDialog } from "#src/screens/alarms/processDialog.tsx";
import { RuleListScreen } from "#src/screens/alarms/ruleListScreen.tsx";
import { useProcessing } from "#src/screens/alarms/useProcessing.ts";
import { PointListScreen } from "#src/screens/template/pointListScreen.tsx";
import { RecipeListScreen } from "#src/screens/template/recipeListScreen.tsx";
import { type SessionView, SessionViewContext } from "#src/session/sessionView.ts";
import { createStore } from "#store/store.ts";
import type { Refusal } from "#store/transport.ts";
import { showPage } from "./pageSite.tsx";

const english: Record<string, string> = {
  ...Object.fromEntries(Object.entries(shared).map(([id, texts]) => [id, texts.en])),
  ...kitEn,
  ...noticeEn,
  ...alarmsEn,
  ...templateEn,
};
const chinese: Record<string, string> = { ...kitZh, ...noticeZh, ...alarmsZh, ...templateZh };

interface Walked {
  definition: {
    id: string;
    search?: string;
    columns: readonly { id: string }[];
    filters?: readonly { id: string; label?: string; values?: readonly (string | number)[] }[];
    actions?: readonly { id: string }[];
    rowActions?: readonly { id: string }[];
    bulk?: readonly { id: string }[];
    remove?: object;
    form?: { fields?: readonly { name: string }[] };
  };
}

const screens: readonly [string, Walked][] = [
  ["the alarm history", AlarmHistoryScreen],
  ["the alarm rules", RuleListScreen],
  ["the data templates", RecipeListScreen],
  ["the data points", PointListScreen],
];

describe("lists of alarms and templates", () => {
  it.each(screens)("have every text of %s in both languages", (_, { definition }) => {
    const { id, search, columns, filters = [], actions = [], rowActions = [], bulk = [], remove, form } = definition;
    const wanted = [
      ...["title", "empty"].map((part) => `${id}.${part}`),
      ...columns.map((column) => `${id}.column.${column.id}`),
      ...(search ? [`${id}.filter.${search}`] : []),
      ...filters.flatMap((filter) => [
        ...(filter.label ? [] : [`${id}.filter.${filter.id}`]),
        ...(filter.values ?? []).map((value) => `${id}.option.${filter.id}.${value}`),
      ]),
      ...[...actions, ...rowActions, ...bulk].map((action) => `${id}.action.${action.id}`),
      ...(remove ? [`${id}.action.remove`, `${id}.action.removeMany`] : []),
      ...(form ? [`${id}.action.add`, `${id}.action.edit`] : []),
      ...(form?.fields ?? []).map((field) => `${id}.field.${field.name}`),
    ];
    for (const texts of [english, chinese]) expect(wanted.filter((message) => !texts[message])).toEqual([]);
  });
});

const records = [
  { id: "a", processed: false },
  { id: "b", processed: false },
];

function Host({ selection }: { selection: readonly { id: string; processed: boolean }[] }) {
  const processing = useProcessing();
  return (
    <>
      <button type="button" onClick={() => processing[1]({ type: "open", records: selection })}>
        open
      </button>
      <ProcessDialog processing={processing} />
    </>
  );
}

const session = { me: { zone: "UTC", paths: [] as string[] } } as SessionView;

const openDialog = async (
  selection: readonly { id: string; processed: boolean }[],
  answers: ({ data: unknown } | { error: Refusal })[],
) => {
  const sent: { path: string; request: object }[] = [];
  const said: string[] = [];
  const store = createStore({
    send: async ({ path }, request) => {
      sent.push({ path, request });
      return answers.shift() ?? { error: { code: "network", message: "", data: null } };
    },
    file: async () => ({ error: { code: "network", message: "", data: null } }),
  });
  const feedback: Feedback = {
    toasts: {
      success: (id) => said.push(english[id] ?? id),
      warning: (text) => said.push(text),
      error: (text) => said.push(text),
      refused: ({ message }) => said.push(message),
    },
    ask: async () => true,
  };
  const user = userEvent.setup();
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={english}>
        <FeedbackContext value={feedback}>
          <SessionViewContext value={session}>
            <Host selection={selection} />
          </SessionViewContext>
        </FeedbackContext>
      </IntlProvider>
    </Provider>,
  );
  await user.click(screen.getByText("open"));
  return { user, sent, said };
};

const alarm = (id: string, place = 0) =>
  ({ id, state: id === "done" ? 1 : 0, deviceName: `Boiler ${place + 1}`, triggerText: "Too hot" }) as AlarmRow;
const opened = ["a", "done", "b", "c", "d", "e", "f", "g"].map(alarm);
function Opening() {
  const processing = useProcessing();
  const [, , open] = processing;
  return (
    <>
      {[1, 3, 8].map((count) => (
        <button key={count} type="button" onClick={() => void open(opened.slice(0, count))}>
          open {count}
        </button>
      ))}
      <ProcessDialog processing={processing} />
    </>
  );
}

describe("the dialog that processes alarms", () => {
  it("names the device and the text of each alarm that is handled, and of many how many more they are", async () => {
    showPage(<Opening />);
    await userEvent.click(screen.getByText("open 1"));
    expect(screen.getByRole("dialog", { name: "Handle 1 alarm" })).toHaveTextContent("Boiler 1 · Too hot");
    await userEvent.click(screen.getByText("Cancel"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByText("open 3"));
    await userEvent.click(screen.getByText("Handle the other 2"));
    const listed = () =>
      within(screen.getByRole("dialog"))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(listed()).toEqual(["Boiler 1 · Too hot", "Boiler 3 · Too hot"]);
    await userEvent.click(screen.getByText("Cancel"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByText("open 8"));
    await userEvent.click(screen.getByText("Handle the other 7"));
    expect(listed().slice(4)).toEqual(["Boiler 6 · Too hot", "and 2 more"]);
  });

  it("names the one that was handled, since the next may stand where it stood", async () => {
    const page = showPage(<Opening />, { answers: { [alarmLog.calls.recover.path]: () => ({ data: { processed: 1 } }) } });
    await userEvent.click(screen.getByText("open 1"));
    await userEvent.type(screen.getByLabelText(/Fault description/), "Reset{Control>}{Enter}{/Control}");
    await waitFor(() => expect(page.said).toEqual(["Handled: Boiler 1 · Too hot"]));
  });

  it("asks for a description, sends with Ctrl+Enter and says that it is processed", async () => {
    const { user, sent, said } = await openDialog(records, [{ data: { processed: 2 } }]);
    const field = screen.getByLabelText(/Fault description/);
    await user.click(field);
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(screen.getByText("Required")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.click(screen.getByLabelText("False alarm"));
    await user.type(field, " Sensor was wet ");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(sent).toEqual([{ path: "/api/alarm_log/recover", request: { ids: ["a", "b"], state: 2, remark: "Sensor was wet" } }]);
    expect(said).toEqual(["Handled"]);
  });

  it("says who was first where somebody else was faster, and keeps what was typed", async () => {
    const first = { by: "Li Na", at: "2026-11-01T03:04:05.000Z" };
    const { user } = await openDialog(records.slice(0, 1), [{ error: { code: 1307, message: "handled", data: first } }]);
    await user.type(screen.getByLabelText(/Fault description/), "Replaced");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByRole("alert")).toHaveTextContent("Already handled by Li Na at 2026-11-01 03:04:05");
    expect(screen.getByLabelText(/Fault description/)).toHaveValue("Replaced");
  });

  it("refuses a selection with a processed record in words and sends nothing until it is left out", async () => {
    const { user, sent } = await openDialog([...records, { id: "c", processed: true }], [{ data: { processed: 2 } }]);
    expect(screen.getByRole("alert")).toHaveTextContent("Already handled among the selected alarms: 1. Nothing was changed");
    expect(screen.queryByLabelText(/Fault description/)).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.click(screen.getByText("Handle the other 2"));
    expect(screen.getByLabelText(/Fault description/)).toBeInTheDocument();
  });

  it("shows the server's refusal and keeps what was typed", async () => {
    const { user, said } = await openDialog(records, [
      { error: { code: 1308, message: "Already handled among the selected alarms: 1. Nothing was changed", data: null } },
    ]);
    await user.type(screen.getByLabelText(/Fault description/), "Sensor was wet");
    await user.click(screen.getByRole("button", { name: "Handle" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Already handled among the selected alarms: 1. Nothing was changed");
    expect(screen.getByLabelText(/Fault description/)).toHaveValue("Sensor was wet");
    expect(said).toEqual([]);
  });
});
