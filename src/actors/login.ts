import { fromPromise } from "xstate";
import type { Captcha, LoginForm, LoginResult, SecondFactor } from "#machines/login.ts";
import type { SendResult } from "#machines/resend.ts";
import { randomText } from "#src/kit/randomText.ts";
import { authCalls } from "#store/handles/auth.ts";
import type { Store } from "#store/store.ts";
import type { Refusal } from "#store/transport.ts";

const phoneOf = (data: unknown): string =>
  typeof data === "object" && data !== null && "phone" in data && typeof data.phone === "string" ? data.phone : "";

const factorOf = (data: unknown): SecondFactor =>
  typeof data === "object" && data !== null && "factor" in data && data.factor === "totp" ? "totp" : "phone";

/** What the page says of a refusal: its own words for network faults, the server's for all else. */
export type Words = (refusal: Refusal) => string;

const asRefusal = (error: unknown): Refusal =>
  typeof error === "object" && error !== null && "code" in error ? (error as Refusal) : { code: "unreadable", message: "", data: null };

export const loginActors = (store: Store, words: Words, signedIn: (result: LoginResult) => void) => ({
  actors: {
    loadCaptcha: fromPromise<Captcha>(async () => {
      const random = randomText(16);
      const asked = store.dispatch(authCalls.get_random_code.initiate({ random }, { forceRefetch: true, subscribe: false }));
      return { random, image: (await asked.unwrap()).image };
    }),
    signIn: fromPromise<LoginResult, { form: LoginForm; random: string }>(async ({ input: { form, random } }) => {
      const request = {
        username: form.account,
        password: form.checkPass,
        code: form.code,
        verifyCode: form.admincode,
        random,
        remember: form.remember,
      };
      const { data, error } = await store.dispatch(authCalls.login.initiate(request, { track: false }));
      if (data?.token !== undefined) return { ok: true, token: data.token, paths: data.paths ?? [] };
      const refusal = asRefusal(error);
      return { ok: false, code: refusal.code, message: words(refusal), phone: phoneOf(refusal.data), factor: factorOf(refusal.data) };
    }),
  },
  actions: { signedIn: (_: unknown, result: LoginResult) => signedIn(result) },
});

const waitKey = (key: string): string => `resend:${key}`;

export const keptWait = (key: string): number => Number(sessionStorage.getItem(waitKey(key)) ?? 0);

/** `ask` sends the code; the end of the wait is kept under `key` for a reload of the tab. */
export const resendActors = (key: string, ask: (request: unknown) => Promise<SendResult>, told: () => void) => ({
  actors: { send: fromPromise<SendResult, { request: unknown }>(({ input }) => ask(input.request)) },
  actions: {
    keep: (_: unknown, until: number) => sessionStorage.setItem(waitKey(key), String(until)),
    told,
  },
});
