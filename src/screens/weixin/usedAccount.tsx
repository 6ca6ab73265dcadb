import { useIntl } from "react-intl";
import { companyWeixinCalls } from "#store/handles/companyWeixin.ts";
import "./weixin.css";

/** Which account one's own organisation tells by, and whose it is. */
export function UsedAccount() {
  const intl = useIntl();
  const { data } = companyWeixinCalls.my.useQuery({});
  if (!data) return null;
  const { account } = data;
  const whose = account === null ? "none" : account.own ? "own" : "above";
  const values = { name: account?.name ?? "", company: account?.companyName ?? "" };
  return <p className="gh-weixin-used">{intl.formatMessage({ id: `weixinAccounts.used.${whose}` }, values)}</p>;
}
