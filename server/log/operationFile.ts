import { callWords } from "#contract/callWords.ts";
import { codes } from "#contract/codes.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import { type Language, say } from "#contract/messages.ts";
import { type deviceEvent, operatorAccount } from "#contract/resources/log.ts";
import type { Db } from "#server/db/open.ts";
import { localTime } from "#server/history/localTime.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/implement.ts";
import { type Rows, tableFile } from "#server/kit/tableFile.ts";
import { matching, rowsOf, seqsOf } from "#server/log/operationRows.ts";

type Request = RequestOf<typeof deviceEvent.calls.dlexcel_user_event>;

const batchRows = 1000;

const headings: Readonly<Record<Language, { columns: readonly string[]; name: string }>> = {
  zh: {
    columns: [
      "序号",
      "时间",
      "账号",
      "姓名",
      "组织",
      "IP 地址",
      "操作",
      "操作对象",
      "调用",
      "结果",
      "结果码",
      "耗时（毫秒）",
      "请求内容",
      "变更",
      "链值",
    ],
    name: "操作日志",
  },
  en: {
    columns: [
      "No.",
      "Time",
      "Account",
      "Name",
      "Organisation",
      "IP address",
      "Operation",
      "Record",
      "Call",
      "Result",
      "Code",
      "Duration (ms)",
      "Request",
      "Changes",
      "Chain",
    ],
    name: "Operation log",
  },
};

const results = new Map(Object.values(codes).map(({ code, message }) => [code as number, message]));

/** What a code says, without the values that it was said with. */
const resultWords = (code: number, language: Language): string => {
  const message = results.get(code);
  return message === undefined ? "" : say(language, message).replace(/\{\w+\}/g, "…");
};

const widths = [70, 210, 120, 120, 160, 120, 200, 200, 240, 160, 70, 90, 400, 400, 300];

async function* batches(db: Db, caller: Caller, request: Request, language: Language): AsyncGenerator<Rows> {
  const writeTime = localTime(caller.zone);
  const parts = await matching(db, caller, request);
  let behind = 0;
  for (;;) {
    const seqs = await seqsOf(parts, { order: "asc", limit: batchRows, behind });
    const rows = await rowsOf(db, caller, seqs, "asc");
    yield rows.map((row) => [
      Number(row.id),
      writeTime(Date.parse(row.at)),
      row.account === operatorAccount ? say(language, "log.operator") : row.account,
      row.userName,
      row.companyName,
      row.address,
      callWords(row.call, language) ?? row.call,
      row.record,
      row.call,
      resultWords(row.code, language),
      row.code,
      row.milliseconds,
      row.detail,
      row.change,
      row.hash,
    ]);
    behind = seqs.at(-1) ?? behind;
    if (seqs.length < batchRows) return;
  }
}

/** The operation log that the filters let through as a file, oldest first. */
export const operationFile = (
  db: Db,
  caller: Caller,
  request: Request,
  asker: Language,
  at: number,
  most?: number,
): Promise<FileAnswer> => {
  const language = request.language ?? asker;
  const { name, columns } = headings[language];
  return tableFile({
    name: `${name} ${localTime(caller.zone)(at).slice(0, 10)}`,
    ...{ format: request.format, language, batches: batches(db, caller, request, language) },
    columns: columns.map((heading, place) => ({ heading, width: widths[place] ?? 100 })),
    ...(most === undefined ? {} : { most }),
  });
};
