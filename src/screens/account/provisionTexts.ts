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

/** The terms of use. */
export const agreement: Readonly<Record<Language, Agreement>> = {
  zh: {
    title: "使用条款",
    intro: "本使用条款（下称“本协议”）由平台运营方与注册组织订立。勾选同意并完成注册，即表示您有权代表该组织接受以下条款。",
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
    title: "Terms of use",
    intro:
      "These terms are an agreement between the operator of the platform and the organisation that registers. By ticking the box and registering you confirm that you are authorised to accept them on behalf of that organisation.",
    parts: [
      {
        id: "licence",
        title: "1. Licence and restrictions",
        paragraphs: [
          "The operator grants the registered organisation a non-exclusive, non-transferable right to use the platform to manage devices that it owns or manages on behalf of others. The numbers of organisations, users and devices are limited by the licence in force.",
          "Reverse engineering of the platform, circumvention of its access control, automated bulk extraction of data and any interference with the use by other organisations are prohibited.",
          "Accounts are personal. The organisation shall keep accounts, passwords and device credentials secure and is responsible for all actions taken under its accounts.",
        ],
      },
      {
        id: "disclaimer",
        title: "2. Disclaimers",
        paragraphs: [
          "The data shown is reported by devices; its accuracy depends on the devices, their sensors and the network. Where the safety of persons or property is concerned, separate protective measures shall be installed on site; the alarms and remote control of the platform alone shall not be relied on.",
          "To the extent permitted by law, the operator is not liable for interruptions and losses caused by power supply, networks, carriers, force majeure or failures of the user's own equipment.",
          "Planned maintenance is announced in advance. An interruption to eliminate an urgent security risk may take place without notice.",
        ],
      },
      {
        id: "ownership",
        title: "3. Ownership",
        paragraphs: [
          "Copyright and all other rights in the software, user interface, documentation and marks of the platform belong to the operator or its licensors.",
          "Material uploaded by an organisation and data produced by its devices belong to that organisation. The operator processes them only to provide, maintain and protect the service and does not sell them to third parties.",
          "When a device is transferred to another organisation, its history and alarm records are transferred with it.",
        ],
      },
      {
        id: "interpretation",
        title: "4. Right of interpretation",
        paragraphs: [
          "The operator may revise this agreement in response to legal, technical or business changes and publishes the revision on the platform before it takes effect. Continued use of the platform constitutes acceptance of the revised terms.",
          "To the extent permitted by law, the operator reserves the right of interpretation of this agreement. Disputes arising from this agreement shall first be resolved by negotiation.",
        ],
      },
    ],
  },
};
