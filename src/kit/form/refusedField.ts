import { type CodeName, codes } from "#contract/codes.ts";

/** Fields that a code can be about, the one that says it best first. Several that stand side by side leave it open. */
const fieldsOf: Partial<Record<CodeName, readonly string[]>> = {
  accountAlike: ["account"],
  accountExists: ["account"],
  addressRepeated: ["address"],
  companyOutOfReach: ["companyId", "parentId"],
  // Of a menu item the path is what may not come twice, of a dictionary entry the value.
  nameExists: ["path", "value", "name"],
  orderUnfit: ["recipeId"],
  passwordWeak: ["newPassword", "password"],
  passwordWrong: ["ownPassword", "password"],
  pointReadOnly: ["values"],
  slaveNameRepeated: ["slaves"],
  slaveNumberRepeated: ["slaves"],
  snExists: ["sn"],
  totpCodeWrong: ["verifyCode"],
  treeCycle: ["parentId"],
  valueUnfit: ["values"],
};

const byCode = new Map(Object.entries(fieldsOf).map(([name, fields]) => [codes[name as CodeName].code as number, fields]));

/** The field of a form with these fields that a refusal is about; undefined where it is about none of them. */
export const refusedField = (code: number | string, has: (field: string) => boolean): string | undefined =>
  typeof code === "number" ? byCode.get(code)?.find(has) : undefined;
