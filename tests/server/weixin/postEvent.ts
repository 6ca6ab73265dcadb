import { randomUUID } from "node:crypto";
import { weixinSignature } from "#server/weixin/callbackCrypto.ts";

interface Event {
  event: string;
  key?: string;
  openid: string;
}

/** What WeChat posts of an event in plain mode. */
export const eventXml = ({ event, key = "", openid }: Event): string =>
  `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><FromUserName><![CDATA[${openid}]]></FromUserName><CreateTime>1</CreateTime>
<MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${event}]]></Event><EventKey><![CDATA[${key}]]></EventKey></xml>`;

/** Posts it as WeChat does, signed with the token. Answers the status. */
export const postEvent = async (callback: string, token: string, event: Event): Promise<number> => {
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
  const query = new URLSearchParams({ timestamp, nonce, signature: weixinSignature(token, timestamp, nonce) });
  const answer = await fetch(`${callback}?${query}`, { method: "POST", headers: { "Content-Type": "text/xml" }, body: eventXml(event) });
  return answer.status;
};
