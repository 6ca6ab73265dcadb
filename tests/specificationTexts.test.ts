import { expect, it } from "vitest";
import { type Language, messages as shared } from "#contract/messages.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { refusals } from "#src/app/refusalPage.tsx";
import { tabTitle } from "#src/session/menuTree.ts";

const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { zh, en };
const textOf = (language: Language, id: string): string | undefined =>
  texts[language][id] ?? (shared as Readonly<Record<string, Readonly<Record<Language, string>>>>)[id]?.[language];

/** What the specification quotes, mistakes and half-width marks included, with the messages that show it. */
const quoted: readonly (readonly [language: Language, text: string, ...ids: string[]])[] = [
  ["zh", "未知", "shell.unknownUser", "users.unknown"],
  ["en", "Enter account", "rule.account.required"],
  ["en", "Enter password", "rule.login.password"],
  ["en", "Enter Code", "rule.login.code"],
  ["zh", "请填写正确手机号码", "rule.phone.format"],
  ["zh", "手机号码不允许包含小数点", "rule.phone.decimal"],
  ["zh", "密码由6-18位数字和字母组成", "rule.password.format"],
  ["zh", "两次输入密码不一致!", "rule.password.differs"],
  ["zh", "请再次输入密码", "rule.password.again"],
  ["zh", "请输入正确的邮箱", "rule.email.format"],
  ["zh", "请阅读和勾选使用条款", "rule.terms"],
  ["zh", "请输入姓名", "rule.name.required"],
  ["zh", "您没有权限访问", "code.forbidden"],
  ["zh", "账号会话已过期，请重新登录", "code.sessionEnded"],
  ["zh", "数据有误，请检查提交数据正确性", "code.badRequest"],
  ["zh", "服务器连接超时", "code.fault"],
  ["zh", "名称已存在", "code.nameExists"],
  ["zh", "请求网络失败,请重试", "code.network"],
  ["zh", "验证码已发送", "gate.codeSent"],
  ["zh", "验证码发送成功，请注意查收", "gate.codeSentLong"],
  ["zh", "注册成功", "gate.registered"],
  ["zh", "修改密码成功", "gate.passwordChanged"],
  ["zh", "确认删除该记录吗?", "feedback.confirm.delete"],
  ["zh", "确认删除选中记录吗？", "feedback.confirm.deleteMany"],
  ["zh", "确认提交吗？", "feedback.confirm.submit"],
  ["zh", "删除成功", "feedback.deleted"],
  ["zh", "提交成功", "feedback.submitted"],
  ["en", "No permission to issue commands", "code.commandForbidden"],
  ["en", "Formula format error", "rule.formula"],
  ["en", "Slave name cannot be repeated", "code.slaveNameRepeated"],
  ["en", "The slave numbers are the same, please verify", "code.slaveNumberRepeated"],
  ["en", "Characters too long", "rule.tooLong"],
  ["en", "The amount of data is too large, please be patient and wait", "history.patience"],
  ["en", "A maximum of 10000 items can be returned in one query", "code.tooMuchData"],
  ["en", "The device is already in the target organization", "code.alreadyThere"],
];

const cases = quoted.map(([language, text, ...ids]) => ({ language, text, ids }));

it.each(cases)("the specification's message in $language stands word for word: $text", ({ language, text, ids }) => {
  expect(ids.map((id) => [id, textOf(language, id)])).toEqual(ids.map((id) => [id, text]));
});

it("the pages of refused addresses and a tab without a name say what the specification quotes", () => {
  expect([...refusals].map(([path, { text }]) => [path, text])).toEqual([
    ["/404", "404 page not found"],
    ["/403", "403 page not found"],
  ]);
  expect([tabTitle({ name: "", nameEn: "" }, "zh"), tabTitle({ name: "", nameEn: "" }, "en")]).toEqual(["no-name", "no-name"]);
});
