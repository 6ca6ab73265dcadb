import { describe, expect, it } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { type LoadResult, type SignIn, sessionMachine } from "#machines/session.ts";

const signIn: SignIn = { token: "t", paths: ["/api/x"], remember: true, account: "a" };

const open = (restored: boolean, loads: LoadResult[], leave: () => Promise<void> = async () => undefined) => {
  const done: string[] = [];
  const keptOf: SignIn[] = [];
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        load: fromPromise<LoadResult>(async () => loads.shift() ?? { ok: true }),
        leave: fromPromise<void>(leave),
      },
      actions: {
        keep: (_, kept) => {
          done.push(`keep ${kept.token}`);
          keptOf.push(kept);
        },
        forget: () => done.push("forget"),
        clearCaches: () => done.push("clear"),
      },
      guards: { isRestored: () => restored },
    }),
  ).start();
  return { actor, done, keptOf, reached: (state: string) => waitFor(actor, (snapshot) => snapshot.value === state) };
};

describe("the session machine", () => {
  it("starts signed out and forgets what is left over when there is no key or no cookie [S4.006]", () => {
    const { actor, done } = open(false, []);
    expect([actor.getSnapshot().value, done]).toEqual(["signedOut", ["forget", "clear"]]);
  });

  it("goes through loading to signed in after a log-in [S2.035]", async () => {
    const session = open(false, [{ ok: true }]);
    session.actor.send({ type: "signedIn", ...signIn });
    expect(session.actor.getSnapshot().value).toBe("loading");
    await session.reached("signedIn");
    expect(session.done).toContain("keep t");
  });

  it("ends with the key forgotten when a stored key is no longer valid [S4.005]", async () => {
    const session = open(true, [{ ok: false, expired: true, message: "" }]);
    const state = await session.reached("signedOut");
    expect([state.context.reason, session.done]).toEqual(["expired", ["forget", "clear"]]);
  });

  it("stays with the server's message when the session query fails, and can try again [S2.037]", async () => {
    const session = open(true, [{ ok: false, expired: false, message: "down" }, { ok: true }]);
    expect((await session.reached("failed")).context.message).toBe("down");
    session.actor.send({ type: "retry" });
    await session.reached("signedIn");
  });

  describe("ends when a call is answered 401, with key and caches forgotten and the reason told [S8.003]", () => {
    const never = () => new Promise<never>(() => undefined);
    const ended = (session: ReturnType<typeof open>) => {
      session.done.length = 0;
      session.actor.send({ type: "expired" });
      const { value, context } = session.actor.getSnapshot();
      return { value, reason: context.reason, done: session.done };
    };
    const expired = { value: "signedOut", reason: "expired", done: ["forget", "clear"] };

    it("while it is used", async () => {
      const session = open(true, [{ ok: true }]);
      await session.reached("signedIn");
      expect(ended(session)).toEqual(expired);
    });

    it("while it is loaded", () => {
      const session = open(true, []);
      expect(session.actor.getSnapshot().value).toBe("loading");
      expect(ended(session)).toEqual(expired);
    });

    it("after loading failed", async () => {
      const session = open(true, [{ ok: false, expired: false, message: "down" }]);
      await session.reached("failed");
      expect(ended(session)).toEqual(expired);
    });

    it("while signing out is told to the server", async () => {
      const session = open(true, [{ ok: true }], never);
      await session.reached("signedIn");
      session.actor.send({ type: "signOut" });
      expect(session.actor.getSnapshot().value).toBe("leaving");
      expect(ended(session)).toEqual(expired);
    });

    it("and nothing more when nobody is signed in: who signed out is not told that it expired", async () => {
      const session = open(true, [{ ok: true }]);
      await session.reached("signedIn");
      session.actor.send({ type: "signOut" });
      await session.reached("signedOut");
      expect(ended(session)).toEqual({ value: "signedOut", reason: "signedOut", done: [] });
    });
  });

  it("signs out even when the server cannot be told", async () => {
    const session = open(true, [{ ok: true }], async () => Promise.reject(new Error("gone")));
    await session.reached("signedIn");
    session.actor.send({ type: "signOut" });
    const { context } = await session.reached("signedOut");
    expect([context.reason, session.done]).toEqual(["signedOut", ["forget", "clear"]]);
  });

  it("follows another tab: out when its key is gone, in again when there is a new one", async () => {
    const session = open(true, [{ ok: true }, { ok: true }]);
    await session.reached("signedIn");
    session.actor.send({ type: "keyChanged", present: false });
    expect(session.actor.getSnapshot().value).toBe("signedOut");
    session.actor.send({ type: "keyChanged", present: true });
    await session.reached("signedIn");
  });

  it("knows why nobody is signed in: for no reason, since it expired, or since they signed out here or in another tab", async () => {
    const session = open(true, [{ ok: true }]);
    const reason = () => session.actor.getSnapshot().context.reason;
    expect(open(false, []).actor.getSnapshot().context).toEqual({ message: "", reason: "none" });
    await session.reached("signedIn");
    expect(reason()).toBe("none");
    session.actor.send({ type: "keyChanged", present: false });
    expect(reason()).toBe("signedOut");
    session.actor.send({ type: "keyChanged", present: true });
    expect([reason(), session.actor.getSnapshot().value, session.done]).toEqual(["none", "loading", ["clear", "clear"]]);
    await session.reached("signedIn");
    session.actor.send({ type: "expired" });
    expect(reason()).toBe("expired");
    session.actor.send({ type: "signedIn", ...signIn });
    expect(reason()).toBe("none");
    await session.reached("signedIn");
    session.actor.send({ type: "signOut" });
    expect((await session.reached("signedOut")).context.reason).toBe("signedOut");
    session.actor.send({ type: "signOut" });
    expect(session.actor.getSnapshot().value).toBe("signedOut");
  });

  it("keeps what a log-in brings and nothing else, with the caches of whoever was there before cleared first", () => {
    const session = open(false, []);
    session.done.length = 0;
    session.actor.send({ type: "signedIn", ...signIn });
    expect([session.keptOf, session.done]).toEqual([[signIn], ["clear", "keep t"]]);
  });

  it("says nothing of the failure before while it tries again, nor where the server was not there at all", async () => {
    const session = open(true, [{ ok: false, expired: false, message: "down" }]);
    await session.reached("failed");
    session.actor.send({ type: "retry" });
    expect(session.actor.getSnapshot().context.message).toBe("");
    await session.reached("signedIn");
    const load = fromPromise<LoadResult>(() => Promise.reject(new Error("gone")));
    const away = createActor(
      sessionMachine.provide({ actors: { load }, actions: { clearCaches: () => undefined }, guards: { isRestored: () => true } }),
    ).start();
    expect((await waitFor(away, ({ value }) => value === "failed")).context).toEqual({ message: "", reason: "none" });
  });
});
