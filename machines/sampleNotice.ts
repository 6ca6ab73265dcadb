import { assign, setup } from "xstate";

/** One notification a second for as long as it runs. */
export const sampleNotice = setup({
  types: { context: {} as { count: number } },
  actions: { notify: (_, _params: { number: number }) => undefined },
}).createMachine({
  id: "sampleNotice",
  context: { count: 0 },
  initial: "waiting",
  states: {
    waiting: {
      after: {
        1000: {
          target: "waiting",
          reenter: true,
          actions: [
            assign({ count: ({ context }) => context.count + 1 }),
            { type: "notify", params: ({ context }) => ({ number: context.count }) },
          ],
        },
      },
    },
  },
});
