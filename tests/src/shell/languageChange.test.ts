import { expect, test, vi } from "vitest";
import { answersInNewLanguage } from "#src/app/languageChange.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { createStore } from "#store/store.ts";

/** A server that answers in the language spoken when it was asked, at once or when told to. */
const speaking = () => {
  const said = { language: "zh", held: undefined as Promise<void> | undefined };
  const store = createStore({
    async send() {
      const { language, held } = said;
      await held;
      return { data: { list: [{ id: "1", triggerText: language }], total: 1, pageNo: 1, pageSize: 1 } };
    },
    file: async () => ({ error: { code: "network", message: "", data: null } }),
  });
  const shown = () => alarmLogCalls.query.select({})(store.getState()).data?.list[0]?.triggerText;
  return { said, store, shown };
};

test("what is shown is asked for again when the language changes", async () => {
  const { said, store, shown } = speaking();
  await store.dispatch(alarmLogCalls.query.initiate({}));
  expect(shown()).toBe("zh");
  said.language = "en";
  await answersInNewLanguage(store);
  await vi.waitFor(() => expect(shown()).toBe("en"));
});

test("the words of a refusal change with the language as well", async () => {
  const said = { language: "zh" };
  const store = createStore({
    send: async () => ({ error: { code: 1301, message: said.language, data: null } }),
    file: async () => ({ error: { code: "network", message: "", data: null } }),
  });
  await store.dispatch(alarmLogCalls.query.initiate({}));
  said.language = "en";
  await answersInNewLanguage(store);
  await vi.waitFor(() => expect(alarmLogCalls.query.select({})(store.getState()).error).toMatchObject({ message: "en" }));
});

test("an answer that was on its way when the language changed is replaced as well", async () => {
  const { said, store, shown } = speaking();
  let release = (): void => undefined;
  said.held = new Promise((resolve) => {
    release = resolve;
  });
  void store.dispatch(alarmLogCalls.query.initiate({}));
  said.language = "en";
  const changed = answersInNewLanguage(store);
  said.held = undefined;
  release();
  await changed;
  await vi.waitFor(() => expect(shown()).toBe("en"));
});

test("what is no longer shown is not kept in the former language", async () => {
  const { said, store, shown } = speaking();
  await store.dispatch(alarmLogCalls.query.initiate({}, { subscribe: false }));
  said.language = "en";
  await answersInNewLanguage(store);
  expect(shown()).toBeUndefined();
});
