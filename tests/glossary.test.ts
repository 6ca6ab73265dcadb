import { describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { messages } from "#locales/en.ts";
import { type Said, wordsSaid } from "./wordsSaid.ts";

interface Rule {
  /** What a text in this language must not hold. */
  readonly not: RegExp;
  /** What it says instead, or why. */
  readonly use: string;
  /** Ids of texts that may, with the reason. */
  readonly but?: Readonly<Record<string, string>>;
}

const quoted = "quoted by the specification";

const rules: Readonly<Record<Language, readonly Rule[]>> = {
  en: [
    { not: /\breleas(e|es|ed|ing)\b/i, use: "clear, cleared", but: { "apps.help.versionName": "of an app" } },
    { not: /\bprocess(es|ed|ing|or)?\b/i, use: "handle, handled", but: { "fault.unprocessed": "of a message", "terms 12": "of data" } },
    { not: /\backnowledge(?!d but)/i, use: "reserved: nobody acknowledges an alarm yet" },
    { not: /\bnotices?\b/i, use: "notification", but: { "terms 9": "without notice" } },
    { not: /\bmask/i, use: "mute" },
    { not: /\bnew alarms?\b|^New$/i, use: "unhandled" },
    { not: /\bopen alarms?\b|^Open$/i, use: "active" },
    { not: /second factor/i, use: "two-factor authentication" },
    { not: /\be-mail/i, use: "email" },
    { not: /nick name/i, use: "nickname" },
    { not: /\blog(ged|ging|s)?[ -]?(in|out)\b/i, use: "sign in, sign out" },
    { not: /end consumer|child user|own users|repairman/i, use: "end user, sub-user, organisation users, maintenance technician" },
    { not: /large screen/i, use: "wallboard" },
    { not: /\border(s|ed)?\b/i, use: "saved command; sort order", but: otherOrders() },
    { not: /\bcurves?\b/i, use: "trend" },
    { not: /organiz|authoriz|\bcolor\b|\blicense\b|recogniz|center\b/i, use: "British spelling", but: { "code.alreadyThere": quoted } },
    {
      not: /\b(made|makes?|make) up\b|\banew\b|\bpresent (password|value)|\bmended\b|\bcarried it out\b/i,
      use: "generate, again, current, fix, executed",
    },
    { not: /\brefuse(s|d)?\b/i, use: "reject" },
    { not: /\bnobody can\b|\bmust not hold\b/i, use: "you, must: no proverbs" },
    { not: /!/, use: "no exclamation" },
    { not: /\.\.\.| …|……/, use: "… without a blank before it" },
    { not: /(?<![\d:-])\d+-\d+(?![\d:-])/, use: "an en dash in ranges" },
    { not: /~/, use: "an en dash, or from … to …" },
    { not: /℃/, use: "°C" },
    { not: /\d(?:[KMG]B|kW|ms|s|dBm|°C)\b/, use: "a blank before the unit" },
    { not: /\{\w*[cC]ount(, number)?\} [a-z]+s\b/, use: "ICU plural", but: { "file.cut": "a million at least" } },
    { not: /^(State|From address|Login address|Address 1|Child|Own)$/, use: "Status; IP address" },
    { not: /\bMin$|\bMax$/, use: "Low limit, High limit" },
    {
      not: /(?<!(?:data|device|alarm|rule) )\btemplates?\b/i,
      use: "data template, device template",
      but: { "menu template": "of every kind", ...fileToFillIn() },
    },
    {
      not: /\bviews\b/i,
      use: "pages; a view is a saved one",
      but: { "screen.views": "saved ones", "code.tooLarge.preferences": "saved ones" },
    },
    { not: /\balone\b/i, use: "only", but: { "terms 7": "of what is relied on" } },
    { not: /is there\./, use: "is available" },
    { not: /:$/, use: "no colon at the end of a label", but: { "children.password.shown": "the password follows" } },
  ],
  zh: [
    { not: /通讯/, use: "通信" },
    { not: /释放/, use: "解除" },
    { not: /告警/, use: "报警" },
    { not: /位号/, use: "位序号" },
    { not: /第 ?\{?\w+\}? ?位/, use: "bit N" },
    { not: /二次验证|二次认证/, use: "双因素认证" },
    { not: /手机验证码/, use: "短信验证码" },
    { not: /指令/, use: "预置命令" },
    { not: /载入|读取设备|加载中/, use: "正在加载…" },
    { not: /查找/, use: "搜索" },
    { not: /来源地址|登录地址/, use: "IP 地址" },
    { not: /下载地址/, use: "下载链接" },
    { not: /值类型|产品类别/, use: "数据类型、设备类型" },
    { not: /聚合/, use: "统计方式" },
    { not: /无期限|有效期至/, use: "长期有效、到期日" },
    { not: /新增/, use: "添加" },
    { not: /时段|时间段/, use: "时间范围" },
    { not: /清除条件/, use: "清除筛选" },
    { not: /安装编号/, use: "安装标识" },
    { not: /行距|明暗/, use: "行高、外观" },
    { not: /用户协议/, use: "使用条款" },
    { not: /备案信息|维护电话|授权给/, use: "备案号、运维电话、被许可方" },
    { not: /应用包|应用安装包/, use: "安装包" },
    { not: /起始日|截止日|开始日期|结束日期/, use: "开始时间、结束时间" },
    { not: /解除.{0,8}(绑定|授权|客户|关联)/, use: "解绑、取消：解除 is of alarms" },
    { not: /！|!/, use: "no exclamation", but: { "rule.password.differs": quoted } },
    { not: /\.\.\.|……/, use: "… once" },
    {
      not: /[\u4e00-\u9fff][,;:!?]|[,;:!?][\u4e00-\u9fff]|[\u4e00-\u9fff] ?[()]|[()] ?[\u4e00-\u9fff]/,
      use: "full-width punctuation",
      but: { "code.network": quoted, "rule.password.differs": quoted, "feedback.confirm.delete": quoted },
    },
    {
      not: /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]/,
      use: "a blank between Chinese and Latin or digits",
      but: { "rule.password.format": quoted },
    },
    { not: / [，。：；（）“”、]|[，。：；（）“”、] /, use: "no blank beside a full-width mark" },
    { not: /(?<![\d:-])\d+ ?[-–] ?\d+(?![\d:-])/, use: "～ in ranges", but: { "rule.password.format": quoted } },
    { not: /℃/, use: "°C" },
    { not: /\{(count|total)(, number)?\} 个\{/, use: "a measure word of its noun" },
  ],
};

function fileToFillIn(): Record<string, string> {
  const ids = ["import.template", "import.note.text", "import.missingHeadings"];
  return Object.fromEntries(ids.map((id) => [id, "a file to fill in"]));
}

function otherOrders(): Record<string, string> {
  const sorted = ["menus.field", "menus.column", "dataPoint.field", "dataPoint.help", "dataPoints.column"]
    .concat(["categories.field", "categories.column", "categories.help"])
    .map((id) => [`${id}.sort`, "of sorting"]);
  const stored = ["dataPoint.field", "registers.field", "registers.column", "registerTrial.step"]
    .flatMap((id) => [`${id}.byteOrder`, `${id}.wordOrder`])
    .map((id) => [id, "of bytes and words"]);
  return Object.fromEntries([...sorted, ...stored, ["registerTrial.orders.title", "of bytes and words"]]);
}

/** A value's name is no text; that of a count is looked at. */
const bare = (text: string): string => text.replace(/'?\{(?!count|total)\w+\}'?/g, "{}");

const broken = (language: Language, { not, but = {} }: Rule): string[] =>
  wordsSaid.filter((said) => not.test(bare(said[language])) && but[said.id] === undefined).map((said) => `${said.id}: ${said[language]}`);

describe.each(["zh", "en"] as const)("every text in %s keeps to the glossary", (language) => {
  it.each(rules[language].map((rule) => [String(rule.not), rule] as const))("%s", (_, rule) => {
    expect(broken(language, rule), rule.use).toEqual([]);
  });

  it("and no exception outlives its text", () => {
    const idle = rules[language].flatMap(({ not, but = {} }) =>
      Object.keys(but).filter((id) => !wordsSaid.some((said) => said.id === id && not.test(bare(said[language])))),
    );
    expect(idle).toEqual([]);
  });
});

const sentences = (text: string, marks: RegExp): number => text.match(marks)?.length ?? 0;
const stopped: Readonly<Record<Language, { end: RegExp; marks: RegExp }>> = {
  zh: { end: /。$/, marks: /[。？！]/g },
  en: { end: /(?<!\b(?:No|e\.g))\.$/, marks: /[.?!](?=\s|$|\})/g },
};

describe("a full stop", () => {
  const ends = (said: Said, language: Language): boolean => stopped[language].end.test(said[language]);
  const texts = wordsSaid.filter(({ id }) => !id.startsWith("terms "));
  const but: Readonly<Record<string, string>> = { "text.code": "an SMS" };

  it("stands behind two sentences and more only", () => {
    const alone = texts.flatMap((said) =>
      (["zh", "en"] as const)
        .filter((language) => ends(said, language) && sentences(said[language], stopped[language].marks) < 2)
        .map((language) => `${said.id}: ${said[language]}`),
    );
    expect(alone.filter((line) => but[line.split(":")[0] ?? ""] === undefined)).toEqual([]);
  });

  it("stands behind the last of several on a screen", () => {
    const short = ["alarmRule.help.max.above", "alarmRule.help.min.below", "device.noId"];
    const onScreens = texts.filter(({ id, en }) => messages[id] === en && !short.includes(id));
    const without = onScreens.flatMap((said) =>
      [
        { text: said.zh, more: /[。？！](?!$|[”）}])/ },
        { text: said.en, more: /(?<!\b(?:No|e\.g))[.?!] (?=[A-Z])/ },
      ]
        .filter(({ text, more }) => more.test(text) && !/[.?!。？！}]$/.test(text))
        .map(({ text }) => `${said.id}: ${text}`),
    );
    expect(without).toEqual([]);
  });

  it("stands in both languages or in none", () => {
    const odd = texts.filter((said) => ends(said, "zh") !== ends(said, "en")).map(({ id, zh, en }) => `${id}: ${zh} | ${en}`);
    expect(odd).toEqual([]);
  });
});

describe("a word that stands in several messages", () => {
  const say = (id: string): string => {
    const said = wordsSaid.find((one) => one.id === id);
    return `${said?.zh} | ${said?.en}`;
  };

  it.each([0, 1, 2, 3])("names level %i alike wherever it is shown", (level) => {
    expect(new Set([`alarmLevel.${level}`, `level.${level}`, `alarms.option.level.${level}`].map(say)).size).toBe(1);
  });

  it.each(["new", "handled", "false"])("names the alarm state %s alike wherever it is shown", (state) => {
    const number = { new: 0, handled: 1, false: 2 }[state];
    expect(new Set([`alarmState.${state}`, `alarms.option.state.${number}`, `device.alarm.state.${number}`].map(say)).size).toBe(1);
  });

  it.each([
    [/\.column\.companyName$/, "所属组织 | Organisation"],
    [/\.action\.removeMany$/, "删除选中 | Delete selected"],
    [/\.filter\.period$|^history\.preset$/, "时间范围 | Period"],
    [/^(users|children|alarmRules)\.(option|value)\.enabled\.true$/, "已启用 | Enabled"],
  ])("is one word wherever %s stands", (ids, word) => {
    const found = wordsSaid.filter(({ id }) => ids.test(id));
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter(({ id }) => say(id) !== word)).toEqual([]);
  });

  it("is the same for users of the organisation and of those below", () => {
    const ids = wordsSaid.filter(({ id }) => /^users\.(column|option|filter)\./.test(id)).map(({ id }) => id);
    const twins = ids
      .map((id) => [id, id.replace("users.", "children.")] as const)
      .filter(([, twin]) => wordsSaid.some(({ id }) => id === twin));
    expect(twins.filter(([id, twin]) => say(id) !== say(twin))).toEqual([]);
    expect(twins.length).toBeGreaterThan(15);
  });

  it("is the same in the file of state changes as on the screen", () => {
    const reasons = wordsSaid.filter(({ id }) => id.startsWith("states.reason."));
    const file = new Set(wordsSaid.filter(({ id }) => id.startsWith("state file")).map(({ zh, en }) => `${zh} | ${en}`));
    expect(reasons.filter(({ zh, en }) => !file.has(`${zh} | ${en}`))).toEqual([]);
    expect(reasons.length).toBeGreaterThan(5);
  });
});
