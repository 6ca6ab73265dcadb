export type RegistrationForm = {
  companyName: string;
  companyLevel: string;
  site: string;
  address: string;
  userName: string;
  nickName: string;
  account: string;
  checkPass: string;
  checkPass1: string;
  checkemail: string;
  verificationCode: string;
  terms: boolean;
  /** Held and not sent, as the specification has it. */
  remark: string;
  longitude: string;
  latitude: string;
};

const key = "draft:register";
const blank: RegistrationForm = {
  ...{ companyName: "", companyLevel: "", site: "", address: "", userName: "", nickName: "", account: "" },
  ...{ checkPass: "", checkPass1: "", checkemail: "", verificationCode: "", terms: false },
  ...{ remark: "", longitude: "", latitude: "" },
};

/** What was typed before, for as long as the browser's tab is open; never the passwords. */
export const keptRegistration = (): RegistrationForm => {
  const text = sessionStorage.getItem(key);
  if (text === null) return blank;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== "object" || kept === null) return blank;
    const fields = Object.entries(kept).filter(
      ([name, value]) => name in blank && typeof value === typeof blank[name as keyof RegistrationForm],
    );
    return { ...blank, ...Object.fromEntries(fields) };
  } catch {
    return blank;
  }
};

export const keepRegistration = (form: RegistrationForm | undefined): void => {
  if (form) sessionStorage.setItem(key, JSON.stringify({ ...form, checkPass: "", checkPass1: "" }));
  else sessionStorage.removeItem(key);
};
