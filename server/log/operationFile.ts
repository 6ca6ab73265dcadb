import { Readable } from "node:stream";
import { callWords } from "#contract/callWords.ts";
import { codes } from "#contract/codes.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import { type Language, say } from "#contract/messages.ts";
import type { deviceEvent } from "#contract/resources/log.ts";
import type { Db } from "#server/db/open.ts";
import { localTime } from "#server/history/localTime.ts";
import type { Caller } from "#server/kit/caller.ts";
import { asText, byteOrderMark, csv } from "#server/kit/csv.ts";
import type { FileAnswer } from "#server/kit/implement.ts";
import { matching, rowsOf, seqsOf } from "#server/log/operationRows.ts";

type Request = RequestOf<typeof deviceEvent.calls.dlexcel_user_event>;

export const fileRows = 1_000_000;
const batchRows = 1000;

const headings: Readonly<Record<Language, { columns: readonly string[]; cut: (rows: number) => string; name: string }>> = {
  zh: {
    columns: [
      "序号",
      "时间",
      "账号",
      "姓名",
      "组织",
      "来源地址",
      "操作",
      "调用",
      "结果",
      "结果码",
      "耗时（毫秒）",
      "请求内容",
      "变更",
      "链值",
    ],
    cut: (rows) => `数据过多，仅导出前 ${rows} 行，其后的数据未包含在内`,
    name: "操作日志",
  },
  en: {
    columns: [
      "No.",
      "Time",
      "Account",
      "Name",
      "Organisation",
      "From address",
      "Operation",
      "Call",
      "Result",
      "Code",
      "Milliseconds",
      "Asked",
      "Change",
      "Chain",
    ],
    cut: (rows) => `Too much data: cut after ${rows} rows, what comes later is not in this file`,
    name: "Operation log",
  },
};

const results = new Map(Object.values(codes).map(({ code, message }) => [code as number, message]));

/** What a code says, without the values that it was said with. */
const resultWords = (code: number, language: Language): string => {
  const message = results.get(code);
  return message === undefined ? "" : say(language, message).replace(/\{\w+\}/g, "…");
};

async function* lines(db: Db, caller: Caller, request: Request, language: Language, most: number): AsyncGenerator<string> {
  const writeTime = localTime(caller.zone);
  yield byteOrderMark + csv([headings[language].columns]);
  let [written, behind] = [0, 0];
  for (;;) {
    const wanted = Math.min(batchRows, most - written);
    const found = await seqsOf(matching(db, caller, request), { order: "asc", limit: wanted + 1, behind });
    const seqs = found.slice(0, wanted);
    const rows = await rowsOf(db, caller, seqs, "asc");
    yield csv(
      rows.map((row) => [
        row.id,
        writeTime(Date.parse(row.at)),
        asText(row.account),
        row.userName,
        row.companyName,
        asText(row.address),
        callWords(row.call, language) ?? row.call,
        row.call,
        resultWords(row.code, language),
        row.code,
        row.milliseconds,
        row.detail,
        row.change,
        row.hash,
      ]),
    );
    written += rows.length;
    behind = seqs.at(-1) ?? behind;
    if (found.length <= wanted) return;
    if (written >= most) {
      yield csv([[headings[language].cut(written)]]);
      return;
    }
  }
}

/** The operation log that the filters let through, oldest first, written while it is read. */
export const operationFile = (db: Db, caller: Caller, request: Request, asker: Language, at: number, most = fileRows): FileAnswer => {
  const language = request.language ?? asker;
  const day = localTime(caller.zone)(at).slice(0, 10);
  return {
    fileName: `${headings[language].name} ${day}.csv`,
    contentType: "text/csv; charset=utf-8",
    body: Readable.from(lines(db, caller, request, language, most)),
  };
};
