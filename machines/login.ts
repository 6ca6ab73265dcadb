import { assign, fromPromise, raise, setup } from "xstate";

export interface LoginForm {
  account: string;
  checkPass: string;
  code: string;
  admincode: string;
  remember: boolean;
}

export interface Captcha {
  random: string;
  image: string;
}

export type LoginResult =
  | { ok: true; token: string; paths: readonly string[] }
  | { ok: false; code: number | string; message: string; phone: string; factor: SecondFactor };

/** A code sent to a phone, or one of an authenticator app. */
export type SecondFactor = "phone" | "totp";

interface Notice {
  intent: "warning" | "danger" | "primary";
  message: string;
}

interface LoginContext {
  captcha: Captcha | undefined;
  /** 1 once the server asked for the second factor. */
  adminFlag: 0 | 1;
  factor: SecondFactor;
  /** Where the code went, masked. */
  phone: string;
  notice: Notice | undefined;
}

type LoginEvent =
  | { type: "submit"; form: LoginForm }
  | { type: "refreshCaptcha" }
  | { type: "codeSent"; message: string }
  | { type: "codeRefused"; code: number | string; message: string };

const unprovided = (): never => {
  throw new Error("provided from outside");
};

const codes = { captchaWrong: 1009, refused: 1018, secondFactor: 1019 } as const;
const refusalOf = (result: LoginResult) => (result.ok ? undefined : result);
/** What uses the captcha up. */
const usesCaptcha = (code: number | string | undefined): boolean => code === codes.captchaWrong || code === codes.refused;

/** The log-in page: what was typed travels in events and input only and is never kept in the context. */
export const loginMachine = setup({
  types: { context: {} as LoginContext, events: {} as LoginEvent },
  actors: {
    loadCaptcha: fromPromise<Captcha>(unprovided),
    signIn: fromPromise<LoginResult, { form: LoginForm; random: string }>(unprovided),
  },
  actions: {
    /** Told with the token; who was typed is known to the page. */
    signedIn: (_, _result: LoginResult): void => unprovided(),
  },
  guards: {
    succeeded: (_, result: LoginResult) => result.ok,
    asksSecondFactor: (_, result: LoginResult) => refusalOf(result)?.code === codes.secondFactor,
    needsCaptcha: (_, code: number | string | undefined) => usesCaptcha(code),
  },
}).createMachine({
  id: "login",
  type: "parallel",
  context: { captcha: undefined, adminFlag: 0, factor: "phone", phone: "", notice: undefined },
  states: {
    picture: {
      initial: "loading",
      states: {
        loading: {
          invoke: {
            src: "loadCaptcha",
            onDone: { target: "shown", actions: assign({ captcha: ({ event }) => event.output }) },
            onError: "missing",
          },
        },
        shown: {},
        missing: {},
      },
      on: { refreshCaptcha: ".loading" },
    },
    form: {
      initial: "editing",
      states: {
        editing: {
          on: {
            submit: { target: "submitting", actions: assign({ notice: undefined }) },
            codeSent: { actions: assign({ notice: ({ event }) => ({ intent: "primary" as const, message: event.message }) }) },
            codeRefused: [
              {
                guard: { type: "needsCaptcha", params: ({ event }) => event.code },
                target: "refused",
                actions: assign({ notice: ({ event }) => ({ intent: "warning" as const, message: event.message }) }),
              },
              { actions: assign({ notice: ({ event }) => ({ intent: "warning" as const, message: event.message }) }) },
            ],
          },
        },
        submitting: {
          invoke: {
            id: "signIn",
            src: "signIn",
            input: ({ context, event }) => {
              if (event.type !== "submit") throw new Error("signIn is started by submit");
              return { form: event.form, random: context.captcha?.random ?? "" };
            },
            onDone: [
              {
                guard: { type: "succeeded", params: ({ event }) => event.output },
                target: "done",
                actions: { type: "signedIn", params: ({ event }) => event.output },
              },
              {
                guard: { type: "asksSecondFactor", params: ({ event }) => event.output },
                target: "editing",
                actions: assign(({ event }) => {
                  const refusal = refusalOf(event.output);
                  return {
                    adminFlag: 1 as const,
                    phone: refusal?.phone ?? "",
                    factor: refusal?.factor ?? "phone",
                    notice: { intent: "primary" as const, message: refusal?.message ?? "" },
                  };
                }),
              },
              {
                guard: { type: "needsCaptcha", params: ({ event }) => refusalOf(event.output)?.code },
                target: "refused",
                actions: assign(({ event }) => ({
                  notice: { intent: "warning" as const, message: refusalOf(event.output)?.message ?? "" },
                })),
              },
              {
                target: "editing",
                actions: assign(({ event }) => ({
                  notice: { intent: "danger" as const, message: refusalOf(event.output)?.message ?? "" },
                })),
              },
            ],
            onError: { target: "editing", actions: assign({ notice: { intent: "danger", message: "" } }) },
          },
        },
        refused: {
          entry: raise({ type: "refreshCaptcha" }),
          always: "editing",
        },
        done: {},
      },
    },
  },
});
