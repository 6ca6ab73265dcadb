import type { Language } from "#contract/messages.ts";

/** A column of a table of devices as files have it: for the template, for what is read and for what is exported. */
export interface DeviceTableColumn<Id extends string = string> {
  readonly id: Id;
  readonly headings: { readonly zh: string; readonly en: string; readonly more?: readonly string[] };
  readonly required: boolean;
  /** px in a spreadsheet, about. */
  readonly width: number;
}

/**
 * The columns of a table of devices, named as the device form names them. A device with several slaves has a line for each of them in the
 * three columns of slaves; attributes have a line each, `name: value`.
 */
export const deviceTable = [
  { id: "sn", headings: { zh: "序列号", en: "Serial number", more: ["SN", "设备序列号"] }, required: true, width: 160 },
  { id: "name", headings: { zh: "设备名称", en: "Device name", more: ["名称", "Name"] }, required: true, width: 180 },
  { id: "type", headings: { zh: "设备类型", en: "Device type", more: ["产品类别", "Type"] }, required: true, width: 130 },
  { id: "model", headings: { zh: "型号", en: "Model", more: ["设备型号", "Device model"] }, required: false, width: 120 },
  { id: "industry", headings: { zh: "所属行业", en: "Industry", more: ["行业"] }, required: true, width: 110 },
  { id: "company", headings: { zh: "所属组织", en: "Organisation", more: ["组织", "Organization"] }, required: false, width: 150 },
  { id: "password", headings: { zh: "设备密码", en: "Device password", more: ["密码", "Password"] }, required: false, width: 150 },
  { id: "slaveNo", headings: { zh: "从机编号", en: "Slave number" }, required: true, width: 90 },
  { id: "slaveName", headings: { zh: "从机名称", en: "Slave name" }, required: true, width: 150 },
  { id: "recipe", headings: { zh: "数据模板", en: "Data template" }, required: true, width: 170 },
  { id: "attributes", headings: { zh: "类型属性", en: "Attributes of the type" }, required: false, width: 180 },
  { id: "lng", headings: { zh: "经度", en: "Longitude" }, required: false, width: 90 },
  { id: "lat", headings: { zh: "纬度", en: "Latitude" }, required: false, width: 90 },
  { id: "province", headings: { zh: "省", en: "Province", more: ["省份"] }, required: false, width: 100 },
  { id: "city", headings: { zh: "市", en: "City", more: ["城市"] }, required: false, width: 100 },
  { id: "district", headings: { zh: "区县", en: "District" }, required: false, width: 100 },
  { id: "address", headings: { zh: "地址", en: "Address" }, required: false, width: 200 },
  { id: "dealer", headings: { zh: "经销商", en: "Dealer" }, required: false, width: 130 },
  { id: "userName", headings: { zh: "用户名称", en: "User name" }, required: false, width: 120 },
  { id: "contact", headings: { zh: "联系方式", en: "Contact" }, required: false, width: 130 },
  { id: "installedOn", headings: { zh: "安装日期", en: "Installation date" }, required: false, width: 110 },
  { id: "leaseStart", headings: { zh: "服务开始日", en: "First day of service" }, required: false, width: 120 },
  { id: "leaseEnd", headings: { zh: "服务到期日", en: "Last day of service" }, required: false, width: 120 },
  { id: "serviceInfo", headings: { zh: "服务信息", en: "Service information" }, required: false, width: 180 },
  { id: "thirdPartyId", headings: { zh: "第三方编号", en: "Third-party ID" }, required: false, width: 130 },
  { id: "tuyaId", headings: { zh: "涂鸦设备编号", en: "Tuya ID" }, required: false, width: 130 },
  { id: "mobile", headings: { zh: "移动属性", en: "Mobile attribute" }, required: false, width: 100 },
  { id: "alarmNotice", headings: { zh: "报警通知", en: "Alarm notifications" }, required: false, width: 110 },
  { id: "image", headings: { zh: "图片", en: "Picture" }, required: false, width: 160 },
  { id: "sort", headings: { zh: "排序值", en: "Sort value" }, required: false, width: 80 },
  { id: "remark", headings: { zh: "备注", en: "Remark" }, required: false, width: 200 },
] as const satisfies readonly DeviceTableColumn[];

export type DeviceColumnId = (typeof deviceTable)[number]["id"];

/** The columns of a table of SNs with their passwords. */
export const snTable = [
  { id: "sn", headings: { zh: "序列号", en: "Serial number", more: ["SN", "设备序列号"] }, required: true, width: 200 },
  { id: "password", headings: { zh: "设备密码", en: "Device password", more: ["密码", "Password", "PSW"] }, required: false, width: 200 },
] as const satisfies readonly DeviceTableColumn[];

export type SnColumnId = (typeof snTable)[number]["id"];

type Words<Value extends string> = Readonly<Record<Value, Readonly<Record<Language, string>> & { readonly more: readonly string[] }>>;

/** What stands for the values of `mobile`. */
export const mobileWords: Words<"stop" | "move"> = {
  stop: { zh: "静止", en: "Stationary", more: ["stop", "固定"] },
  move: { zh: "移动", en: "Mobile", more: ["move"] },
};

/** What stands for on and off, and for yes and no. */
export const switchWords: Words<"1" | "0"> = {
  "1": { zh: "开", en: "On", more: ["1", "true", "yes", "是", "y"] },
  "0": { zh: "关", en: "Off", more: ["0", "false", "no", "否", "n"] },
};

/** The value that a text of a cell stands for, whatever its case; nothing where it stands for none. */
export const valueOfWord = <Value extends string>(words: Words<Value>, text: string): Value | undefined => {
  const wanted = text.normalize("NFKC").trim().toLowerCase();
  return (Object.keys(words) as Value[]).find((value) => {
    const { zh, en, more } = words[value];
    return [zh, en, ...more].some((word) => word.toLowerCase() === wanted);
  });
};
