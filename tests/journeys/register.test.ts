import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Language, messages } from "#contract/messages.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";

const goodPassword = "Kestrel72x";
const phones = { zh: "13912340001", en: "13912340002" } as const;

describe.each(["zh", "en"] as const)("registering, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  const text = textsOf(language);
  const rule = (id: keyof typeof messages) => messages[id][language];
  const phone = phones[language];

  beforeAll(async () => {
    stage = await openStage();
    visit = await stage.visit({ language });
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(() => stage.close());

  const field = (name: string) => visit.page.locator(`.gh-gate-card input[name="${name}"]`);
  const fault = async (name: string, value: string) => {
    await field(name).fill(value);
    await field(name).blur();
    return (
      (await field(name).locator("xpath=ancestor::div[contains(@class,'gh-gate-field')]").locator(".gh-gate-fault").textContent()) ?? ""
    );
  };
  const submit = () => visit.page.getByRole("button", { name: text("gate.registerSubmit"), exact: true }).click();
  const outbox = () =>
    stage.site.gatehouse.services.db.selectFrom("outbox").select("text").where("recipient", "=", phone).orderBy("id", "desc").execute();

  it("shows the agreement with its four parts to everybody [S2.022] [S2.023] [S2.024] [S2.025] [S2.026]", async () => {
    await visit.goto("/Provision");
    for (const id of ["licence", "disclaimer", "ownership", "interpretation"])
      await visit.page.locator(`section#${id} p`).first().waitFor();
    expect(visit.page.url()).toContain("#/Provision");
    await visit.shot(`provision-${language}`);
  });

  it("offers the fields of an organisation and no choice to join one, linked from the log-in page [S2.027] [S2.028] [S2.031] [S4.014]", async () => {
    await visit.goto("/login");
    await visit.page.getByRole("link", { name: text("gate.register"), exact: true }).click();
    await field("companyName").waitFor();
    const names = await visit.page
      .locator(".gh-gate-card input[name]")
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name")));
    expect(names).toEqual([
      ...["companyName", "companyLevel", "site", "address", "userName", "nickName", "account"],
      ...["checkPass", "checkPass1", "checkemail", "verificationCode"],
    ]);
    expect(await visit.page.locator(".gh-gate-card [type=radio], .gh-gate-card select").count()).toBe(0);
    expect(await visit.page.locator(".gh-gate-card a[href='#/Provision']").count()).toBe(1);
    await visit.shot(`register-${language}`);
  });

  it("can be scrolled to its end where the window is low", async () => {
    await visit.page.setViewportSize({ width: 1440, height: 480 });
    await visit.page.locator(".gh-gate-card").hover({ position: { x: 10, y: 10 } });
    await visit.page.mouse.wheel(0, 5000);
    const button = visit.page.getByRole("button", { name: text("gate.registerSubmit"), exact: true });
    await expect.poll(async () => ((await button.boundingBox())?.y ?? 9999) < 480).toBe(true);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("judges every field when it is left [S5.004] [S5.005] [S5.006] [S5.007] [S5.008] [S5.009] [S5.010] [S5.012] [S5.013] [S5.014] [S5.015] [S5.016] [S5.017] [S5.018] [S5.019]", async () => {
    const cases: [string, string, string][] = [
      ["companyName", "", rule("rule.required")],
      ["companyName", "名".repeat(21), rule("rule.tooLong")],
      ["companyName", "名".repeat(20), ""],
      ["companyLevel", "", rule("rule.required")],
      ["companyLevel", "x", ""],
      ["userName", "", rule("rule.required")],
      ["userName", "x".repeat(21), rule("rule.tooLong")],
      ["userName", "x", ""],
      ["nickName", "", rule("rule.required")],
      ["nickName", "x".repeat(21), rule("rule.tooLong")],
      ["nickName", "x".repeat(20), ""],
      ["account", "", rule("rule.phone.required")],
      ["account", "12345678901", rule("rule.phone.format")],
      ["account", "138.1234567", rule("rule.phone.decimal")],
      ["checkPass", "Abc12", rule("rule.password.format")],
      ["checkPass", "Abc-123", rule("rule.password.format")],
      ["checkPass", "Kestrel72xKestrel19", rule("rule.password.format")],
      ["checkPass", goodPassword, ""],
      ["checkPass1", "", rule("rule.password.again")],
      ["checkPass1", "a-b", rule("rule.password.format")],
      ["checkPass1", "Kestrel72y", rule("rule.password.differs")],
      ["checkPass1", goodPassword, ""],
      ["checkemail", "", rule("rule.email.required")],
      ["checkemail", "a@b", rule("rule.email.format")],
      ["checkemail", "a@b.cn", ""],
      ["verificationCode", "", rule("rule.code.required")],
    ];
    for (const [name, value, said] of cases) expect([name, value, await fault(name, value)]).toEqual([name, value, said]);
  });

  it("sends no code while the phone is not right, then counts 300 seconds down, over a reload [S5.021] [S2.029] [S2.030] [S4.038] [S9.004]", async () => {
    const button = visit.page.locator(".gh-gate-pair button");
    await fault("account", "1391234000");
    await button.click();
    expect(await button.isEnabled()).toBe(true);
    expect(await outbox()).toEqual([]);
    await fault("account", phone);
    await button.click();
    await visit.page.getByText(text("gate.codeSentLong")).waitFor();
    await expect.poll(async () => Number(/\d+/.exec((await button.textContent()) ?? "")?.[0])).toBeGreaterThan(290);
    expect(await button.isDisabled()).toBe(true);
    expect(await outbox()).toHaveLength(1);
    await visit.page.reload();
    await field("companyName").waitFor();
    expect(await button.isDisabled()).toBe(true);
  });

  it("keeps what was typed over the agreement and back, but no password", async () => {
    await visit.page.locator("a[href='#/Provision']").click();
    await visit.page.locator("section#licence").waitFor();
    await visit.page.goBack();
    await field("companyName").waitFor();
    expect([await field("companyName").inputValue(), await field("account").inputValue(), await field("checkPass").inputValue()]).toEqual([
      "名".repeat(20),
      phone,
      "",
    ]);
  });

  it("sends nothing while the terms are not ticked, and then just what the specification names; the owner signs in [S5.020] [S2.032] [S3.014] [S3.015] [S3.016] [S8.020] [S4.002]", async () => {
    const sent: URLSearchParams[] = [];
    visit.page.on("request", (request) => {
      if (request.url().endsWith("/api/register")) sent.push(new URLSearchParams(request.postData() ?? ""));
    });
    await fault("companyName", `Works ${language}`);
    await fault("site", "https://example.org");
    await fault("address", "Street 1");
    await fault("checkPass", goodPassword);
    await fault("checkPass1", goodPassword);
    await fault("verificationCode", (await outbox())[0]?.text ?? "");
    await submit();
    await visit.page.getByText(rule("rule.terms")).waitFor();
    expect(sent).toEqual([]);
    await visit.page.locator(".gh-gate-check input").check();
    await submit();
    await visit.page.waitForURL(/#\/login/);
    await visit.page.getByText(text("gate.registered")).waitFor();
    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      companyName: `Works ${language}`,
      companyLevel: "x",
      userName: "x",
      nickName: "x".repeat(20),
      phone,
      password: goodPassword,
      repassword: goodPassword,
      email: "a@b.cn",
      verificationCode: expect.stringMatching(/^\d{6}$/),
      userRegisterType: "1",
      dataRestrict: "11",
    });
    expect(await visit.page.locator(".gh-gate-card input").first().inputValue()).toBe(phone);
    await visit.logIn(phone, goodPassword);
    await visit.page.locator(".gh-account-company").getByText(`Works ${language}`).waitFor();
  });

  it("lets the owner change name, picture and password, and refuses what is no picture [S2.190] [S2.191] [S3.004]", async () => {
    const { page } = visit;
    await page.locator(".gh-account").click();
    await page.getByRole("menuitem", { name: text("shell.profile") }).click();
    const input = (id: string) => page.locator(`[id="profile.${id}"]`);
    await input("userName").fill("Owner 一");
    const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");
    await input("avatar").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
    await page.getByText(rule("code.pictureInvalid")).waitFor();
    await input("avatar").setInputFiles({ name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(1_048_577) });
    await page.getByText(rule("rule.file.size")).waitFor();
    await page.getByText("large.png", { exact: true }).waitFor();
    await input("avatar").setInputFiles({ name: "bad.png", mimeType: "image/png", buffer: Buffer.from("<script>") });
    await page.getByText(rule("code.pictureInvalid")).waitFor();
    await page.getByText("bad.png", { exact: true }).waitFor();
    await page.getByRole("button", { name: text("form.save"), exact: true }).click();
    await page.getByText(rule("code.pictureInvalid")).waitFor();
    expect(await page.locator(".bp6-toast").count()).toBe(0);
    await page.getByRole("button", { name: text("form.picture.discard"), exact: true }).click();
    await page.getByText(rule("code.pictureInvalid")).waitFor({ state: "detached" });
    await page.getByText("bad.png", { exact: true }).waitFor({ state: "detached" });
    await input("avatar").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png });
    await page.locator(".gh-field-picture img").waitFor();
    await visit.shot(`profile-${language}`);
    await page.getByRole("button", { name: text("form.save"), exact: true }).click();
    await page.locator(".gh-account-name").getByText("Owner 一").waitFor();
    await page.locator(".gh-account img.gh-avatar").waitFor();

    const other = await stage.site.signIn(phone, goodPassword);
    await page.getByRole("tab", { name: text("profile.password") }).click();
    await input("password").fill("wrong1");
    await input("newPassword").fill("Osprey93k");
    await input("repassword").fill("Osprey93k");
    await page.getByRole("button", { name: text("form.save"), exact: true }).click();
    await page.getByText(rule("code.passwordWrong"), { exact: true }).first().waitFor();
    await input("password").fill(goodPassword);
    await page.getByRole("button", { name: text("form.save"), exact: true }).click();
    await page.locator(".bp6-toast").getByText(text("gate.passwordChanged")).waitFor();
    expect(await stage.site.gatehouse.services.sessions.find(other)).toBeUndefined();
    expect(await stage.site.signIn(phone, "Osprey93k")).toBeTruthy();
  });

  it("shows the picture and the key of an authenticator", async () => {
    const { page } = visit;
    await visit.goto("/user/profile");
    await page.getByRole("tab", { name: text("profile.factor") }).click();
    await page.getByRole("textbox", { name: text("profile.field.password") }).fill("Osprey93k");
    await page.getByRole("button", { name: text("profile.factor.begin") }).click();
    await page.locator(".gh-profile-picture svg").waitFor();
    await visit.shot(`authenticator-${language}`);
  });

  it("lists where the owner is signed in, and ends the others with the password", async () => {
    const { page } = visit;
    const other = await stage.site.signIn(phone, "Osprey93k");
    await page.getByRole("tab", { name: text("profile.sessions"), exact: true }).click();
    await page.locator(".gh-profile-sessions tbody tr").nth(1).waitFor();
    await visit.shot(`sessions-${language}`);
    await page.getByRole("textbox", { name: text("profile.field.password") }).fill("Osprey93k");
    await page.getByRole("button", { name: text("profile.sessions.end") }).click();
    await expect.poll(() => page.locator(".gh-profile-sessions tbody tr").count()).toBe(1);
    expect(await stage.site.gatehouse.services.sessions.find(other)).toBeUndefined();
  });
});
