import { describe, expect, it } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { type Captcha, type LoginForm, type LoginResult, loginMachine } from "#machines/login.ts";

const form: LoginForm = { account: "a", checkPass: "p", code: "c", admincode: "", remember: true };
const refusal = (code: number, phone = ""): LoginResult => ({ ok: false, code, message: `m${code}`, phone, factor: "phone" });

const open = (answers: LoginResult[]) => {
  let pictures = 0;
  const asked: { form: LoginForm; random: string }[] = [];
  const signedIn: LoginResult[] = [];
  const actor = createActor(
    loginMachine.provide({
      actors: {
        loadCaptcha: fromPromise(async () => {
          pictures += 1;
          return { random: `r${pictures}`, image: "" };
        }),
        signIn: fromPromise<LoginResult, { form: LoginForm; random: string }>(async ({ input }) => {
          asked.push(input);
          const answer = answers.shift();
          if (!answer) throw new Error("no answer left");
          return answer;
        }),
      },
      actions: { signedIn: (_, result) => signedIn.push(result) },
    }),
  ).start();
  const settled = () => waitFor(actor, (state) => state.matches({ picture: "shown" }) && !state.matches({ form: "submitting" }));
  return { actor, asked, signedIn, settled, pictures: () => pictures };
};

describe("the log-in machine", () => {
  it.each([1009, 1018])("shows the server's message of %i as a warning and takes a new captcha [S8.010] [S8.011]", async (code) => {
    const page = open([refusal(code)]);
    await page.settled();
    page.actor.send({ type: "submit", form });
    await waitFor(page.actor, (state) => state.context.captcha?.random === "r2");
    expect(page.actor.getSnapshot().context.notice).toEqual({ intent: "warning", message: `m${code}` });
    expect(page.asked).toEqual([{ form, random: "r1" }]);
  });

  it("asks for the second code after 1019, keeps the captcha, and signs in with it [S8.013] [S2.008]", async () => {
    const page = open([refusal(1019, "138****8000"), { ok: true, token: "t", paths: ["/api/x"] }]);
    await page.settled();
    expect(page.actor.getSnapshot().context.adminFlag).toBe(0);
    page.actor.send({ type: "submit", form });
    const asked = await waitFor(page.actor, (state) => state.context.adminFlag === 1);
    expect([asked.context.phone, asked.context.captcha?.random, page.pictures()]).toEqual(["138****8000", "r1", 1]);
    page.actor.send({ type: "submit", form: { ...form, admincode: "123456" } });
    await waitFor(page.actor, (state) => state.matches({ form: "done" }));
    expect(page.signedIn).toEqual([{ ok: true, token: "t", paths: ["/api/x"] }]);
  });

  it.each([
    [1009, 2],
    [1018, 2],
    [1310, 1],
  ])("shows why no other code was sent (%i), and takes a new captcha where that used it up", async (code, pictures) => {
    const page = open([refusal(1019)]);
    await page.settled();
    page.actor.send({ type: "submit", form });
    await waitFor(page.actor, (state) => state.context.adminFlag === 1);
    page.actor.send({ type: "codeRefused", code, message: `m${code}` });
    const state = await waitFor(page.actor, ({ context }) => context.captcha?.random === `r${pictures}`);
    expect([state.context.notice, state.matches({ form: "editing" }), page.pictures()]).toEqual([
      { intent: "warning", message: `m${code}` },
      true,
      pictures,
    ]);
  });

  it("shows any other refusal as an error, not as a warning [S8.014]", async () => {
    const page = open([refusal(1309)]);
    await page.settled();
    page.actor.send({ type: "submit", form });
    const state = await waitFor(page.actor, ({ context }) => context.notice !== undefined);
    expect(state.context.notice).toEqual({ intent: "danger", message: "m1309" });
    expect(page.pictures()).toBe(1);
  });

  it("keeps nothing that was typed in its context", async () => {
    const page = open([refusal(1018)]);
    await page.settled();
    page.actor.send({ type: "submit", form: { ...form, checkPass: "very secret" } });
    await waitFor(page.actor, ({ context }) => context.notice !== undefined);
    expect(JSON.stringify(page.actor.getSnapshot().context)).not.toContain("very secret");
  });

  it("sends nothing twice while a log-in is under way", async () => {
    const page = open([refusal(1018), refusal(1018)]);
    await page.settled();
    page.actor.send({ type: "submit", form });
    page.actor.send({ type: "submit", form });
    await waitFor(page.actor, ({ context }) => context.notice !== undefined);
    expect(page.asked).toHaveLength(1);
  });

  it("begins with nothing to say, no second factor and a picture under way", () => {
    const { context, value } = open([]).actor.getSnapshot();
    expect(context).toEqual({ captcha: undefined, adminFlag: 0, factor: "phone", phone: "", notice: undefined });
    expect(value).toEqual({ picture: "loading", form: "editing" });
  });

  it("says which second factor is asked for, and what the server says of it", async () => {
    const page = open([{ ...refusal(1019), factor: "totp" } as LoginResult, { ok: true, token: "t", paths: [] }]);
    await page.settled();
    page.actor.send({ type: "submit", form });
    const asked = await waitFor(page.actor, ({ context }) => context.adminFlag === 1);
    expect(asked.context).toMatchObject({ factor: "totp", phone: "", notice: { intent: "primary", message: "m1019" } });
    expect(asked.matches({ form: "editing" })).toBe(true);
    page.actor.send({ type: "submit", form });
    expect(page.actor.getSnapshot().context.notice).toBeUndefined();
  });

  it("says that a code was sent, and takes another picture when it is asked to", async () => {
    const page = open([]);
    await page.settled();
    page.actor.send({ type: "codeSent", message: "sent" });
    expect(page.actor.getSnapshot().context.notice).toEqual({ intent: "primary", message: "sent" });
    page.actor.send({ type: "refreshCaptcha" });
    expect((await waitFor(page.actor, ({ context }) => context.captcha?.random === "r2")).context.captcha?.image).toBe("");
  });

  it("can be tried again where the server was not there", async () => {
    const page = open([]);
    await page.settled();
    page.actor.send({ type: "submit", form });
    const state = await waitFor(page.actor, ({ context }) => context.notice !== undefined);
    expect([state.context.notice, state.matches({ form: "editing" })]).toEqual([{ intent: "danger", message: "" }, true]);
  });

  it("sends no captcha where none could be had", async () => {
    const asked: string[] = [];
    const actors = {
      loadCaptcha: fromPromise<Captcha>(() => Promise.reject(new Error("gone"))),
      signIn: fromPromise<LoginResult, { form: LoginForm; random: string }>(async ({ input }) => {
        asked.push(input.random);
        return refusal(1309);
      }),
    };
    const actor = createActor(loginMachine.provide({ actors })).start();
    await waitFor(actor, (state) => state.matches({ picture: "missing" }));
    actor.send({ type: "submit", form });
    await waitFor(actor, ({ context }) => context.notice !== undefined);
    expect(asked).toEqual([""]);
  });
});
