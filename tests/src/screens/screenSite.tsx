import { type RenderResult, render } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "#contract/messages.ts";
import type { ConfirmOptions, Feedback } from "#src/kit/feedback/feedback.ts";
import { PageHead } from "#src/kit/screen/pageHead.tsx";
import type { ScreenDefinition, ScreenTools } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useBulkActions } from "#src/kit/screen/useBulkActions.ts";
import { useRowActions } from "#src/kit/screen/useRowActions.ts";
import { createStore, type Store } from "#store/store.ts";
import { type Answer, intlOf, inView, type Rights, silent } from "#tests/src/inView.tsx";

/** What was sent, where it led, and questions that are answered by `confirmed`. */
export interface Site {
  readonly store: Store;
  readonly sent: { path: string; request: object }[];
  readonly asked: ConfirmOptions[];
  readonly went: string[];
  confirmed: boolean;
  readonly feedback: Feedback;
}

/** The edge, which these tests look at: a server that takes everything, or answers each path as it is told to. */
export const openSite = (answer: (path: string, request: object) => Answer = () => ({ data: null })): Site => {
  const sent: Site["sent"] = [];
  const asked: Site["asked"] = [];
  const store = createStore({
    async send(call, request) {
      sent.push({ path: call.path, request });
      return answer(call.path, request);
    },
    file: silent.file,
  });
  const site: Site = {
    store,
    sent,
    asked,
    went: [],
    confirmed: false,
    feedback: {
      toasts: { success() {}, warning() {}, error() {}, refused() {} },
      async ask(options, ended, act) {
        asked.push(options);
        return site.confirmed && !ended.aborted && (await act?.())?.error === undefined;
      },
    },
  };
  return site;
};

export const toolsOf = <Row,>(site: Site): ScreenTools<Row> => ({
  intl: intlOf("en"),
  navigate() {},
  send: async (write, input) => (await write.send(site.store.dispatch, input)).error === undefined,
  sendConfirmed: (question, write, input) =>
    site.feedback.ask(question, new AbortController().signal, () => write.send(site.store.dispatch, input)),
  edit() {},
  refetch: async () => undefined,
});

export interface Drawn extends Partial<Rights> {
  site?: Site;
  language?: Language;
  route?: string;
  search?: string;
}

const placed = (node: React.ReactNode, { site = openSite(), route = "/", search = "", ...around }: Drawn): React.ReactElement =>
  inView(node, {
    ...around,
    ...{ store: site.store, feedback: site.feedback, at: search ? `${route}?${search}` : route },
    onMove: (to) => site.went.push(to),
  });

/** Draws what stands in a view once, without effects. */
export const drawn = (node: React.ReactNode, around: Drawn = {}): string => renderToStaticMarkup(placed(node, around));

/** Shows what stands in a view and leaves it there: a question ends with what asked it. */
export const show = (node: React.ReactNode, around: Drawn = {}): RenderResult => render(placed(node, around));

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

/** Words of markup, those of attributes that name a control included. */
export const wordsOf = (markup: string): string =>
  markup
    .replace(/<svg.*?<\/svg>/g, "")
    .replace(/<[^>]*?>/g, "")
    .replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

interface ButtonsProps<Row> {
  definition: ScreenDefinition<Row>;
  rows: readonly Row[];
  tools: ScreenTools<Row>;
  found: Set<string>;
}

function Buttons<Row>({ definition, rows, tools, found }: ButtonsProps<Row>) {
  const allowed = useAllowed();
  const { form } = definition;
  const actionsOf = useRowActions(definition, tools, async () => undefined);
  const bulk = useBulkActions(definition, tools, { many: async () => false });
  for (const row of rows) for (const { id } of actionsOf?.(row) ?? []) found.add(`row ${id}`);
  for (const { id } of bulk) found.add(`bulk ${id}`);
  return (
    <PageHead
      definition={definition}
      state={{ pageNo: 1, pageSize: 20, sort: undefined, filters: {} }}
      chips={{}}
      step={() => {}}
      total={0}
      searchRef={{ current: null }}
      tools={tools}
      onPrint={async () => {}}
      onAdd={form?.add && allowed(form.add.call) ? () => {} : undefined}
      onExport={async () => undefined}
      bulkBar={<span />}
      views={null}
    />
  );
}

/** Every button that a screen shows to who has these rights: those over the table by their words, those of rows and of ticked rows. */
export const buttonsOf = <Row,>(definition: ScreenDefinition<Row>, rows: readonly Row[], rights: Rights): string[] => {
  const site = openSite();
  const found = new Set<string>();
  const markup = drawn(<Buttons definition={definition} rows={rows} tools={toolsOf<Row>(site)} found={found} />, {
    site,
    route: definition.route,
    ...rights,
  });
  for (const [, attributes = "", button = ""] of markup.matchAll(/<button([^>]*)>(.*?)<\/button>/g))
    found.add(wordsOf(button) || wordsOf(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? ""));
  return [...found].sort();
};

/** All that a screen's page says. */
export const pageWordsOf = <Row,>(definition: ScreenDefinition<Row>, rights: Rights): string =>
  wordsOf(drawn(<TablePage definition={definition} />, { route: definition.route, ...rights }));
