import type { Language } from "#contract/messages.ts";

interface Part {
  readonly id: "licence" | "disclaimer" | "ownership" | "interpretation";
  readonly title: string;
  readonly paragraphs: readonly string[];
}

interface Agreement {
  readonly title: string;
  readonly intro: string;
  readonly parts: readonly Part[];
}

/** The user agreement. */
export const agreement: Readonly<Record<Language, Agreement>> = {
  zh: {
    title: "用户协议",
    intro: "本协议由平台运营方与注册组织订立。勾选同意并完成注册，即表示您有权代表该组织接受以下条款。",
    parts: [
      {
        id: "licence",
        title: "一、许可范围与限制",
        paragraphs: [
          "运营方授予注册组织非独占、不可转让的使用权，用于管理其自有或受托管理的设备。可管理的组织、用户与设备数量以当前许可文件载明的上限为准。",
          "不得对平台进行反向工程、绕过权限控制、以自动化方式大量抓取数据，或以任何方式影响其他组织的正常使用。",
          "账号仅限本人使用。组织应妥善保管账号、密码及设备口令，并对其名下账号的操作负责。",
        ],
      },
      {
        id: "disclaimer",
        title: "二、免责声明",
        paragraphs: [
          "平台展示的数据由设备上报，其准确性取决于设备、传感器与网络。涉及人身与财产安全的场合，应另设本地保护措施，不得仅依赖本平台的报警或远程控制。",
          "因电力、网络、运营商、不可抗力或用户自身设备故障造成的中断与损失，运营方在法律允许的范围内不承担责任。",
          "计划内的维护会提前通知；为消除紧急安全风险而进行的中断可能不另行通知。",
        ],
      },
      {
        id: "ownership",
        title: "三、所有权",
        paragraphs: [
          "平台软件、界面、文档及标识的著作权与其他权利归运营方或其许可方所有。",
          "组织上传的资料与设备产生的数据归该组织所有。运营方仅为提供、维护和保障服务的需要处理这些数据，不向第三方出售。",
          "设备转移至其他组织时，其历史数据与报警记录随设备一并转移。",
        ],
      },
      {
        id: "interpretation",
        title: "四、解释权",
        paragraphs: [
          "运营方可因法律、技术或业务变化修订本协议，并在生效前于平台公布。继续使用即视为接受修订后的条款。",
          "在法律允许的范围内，本协议的解释权归运营方所有。因本协议产生的争议，双方应先协商解决。",
        ],
      },
    ],
  },
  en: {
    title: "User agreement",
    intro:
      "This agreement is made between the operator of the platform and the organisation that registers. By ticking the box and registering you confirm that you may accept these terms for that organisation.",
    parts: [
      {
        id: "licence",
        title: "1. Licence and its limits",
        paragraphs: [
          "The organisation receives a non-exclusive right, not to be passed on, to manage devices that it owns or looks after for others. How many organisations, users and devices it may keep follows from the licence in force.",
          "Taking the software apart, getting around its access control, harvesting data by machine or disturbing the use of other organisations is not allowed.",
          "An account belongs to one person. The organisation keeps accounts, passwords and device credentials safe and answers for what is done with them.",
        ],
      },
      {
        id: "disclaimer",
        title: "2. Disclaimers",
        paragraphs: [
          "What is shown comes from devices; how right it is depends on them, on their sensors and on the network. Where people or property may come to harm, protection on site is needed as well: alarms and remote control of this platform do not replace it.",
          "As far as the law allows, the operator is not liable for interruptions and losses caused by power, networks, carriers, events beyond control or the user's own equipment.",
          "Planned maintenance is announced. An interruption that averts an urgent security risk may come without notice.",
        ],
      },
      {
        id: "ownership",
        title: "3. Ownership",
        paragraphs: [
          "The software, its screens, documentation and marks remain the property of the operator or of those who licensed them to it.",
          "Material that an organisation uploads and data that its devices produce remain its own. The operator processes them only to provide, maintain and protect the service, and does not sell them.",
          "When a device is transferred to another organisation, its history and alarm records go with it.",
        ],
      },
      {
        id: "interpretation",
        title: "4. Right of interpretation",
        paragraphs: [
          "The operator may revise this agreement when law, technology or business require it, and publishes the new text before it takes effect. Going on using the platform means accepting it.",
          "As far as the law allows, the operator has the right to interpret this agreement. Disputes are first to be settled by talking to each other.",
        ],
      },
    ],
  },
};
