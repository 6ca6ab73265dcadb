import { callWords } from "#contract/callWords.ts";
import { codes } from "#contract/codes.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import { localTime } from "#contract/kit/localTime.ts";
import { type Language, say } from "#contract/messages.ts";
import { deviceEvent, operatorAccount } from "#contract/resources/log.ts";
import type { Db } from "#server/db/open.ts";
import type { JobKind } from "#server/jobs/jobKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
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
      "所属组织",
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

/** Told after each batch: the rows that it brought the file to, and all that there were at the beginning. */
type Told = (progress: { done: number; total: number }) => Promise<void>;

interface Asked {
  readonly db: Db;
  readonly request: Request;
  readonly language: Language;
  /** Whose rights hold for the next batch. */
  caller(): Promise<Caller>;
  readonly told: Told;
}

async function* batches({ db, request, language, caller: callerNow, told }: Asked): AsyncGenerator<Rows> {
  const first = await callerNow();
  const writeTime = localTime(first.zone);
  let total = 0;
  for (const part of await matching(db, first, request)) total += await part.count();
  let behind = 0;
  let done = 0;
  for (;;) {
    const caller = await callerNow();
    const seqs = await seqsOf(await matching(db, caller, request), { order: "asc", limit: batchRows, behind });
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
    done += seqs.length;
    // What was written meanwhile is in the file, too.
    await told({ done, total: Math.max(total, done) });
    if (seqs.length < batchRows) return;
  }
}

/** The operation log that the filters let through as a file, oldest first. */
export const operationFile = async (asked: Asked, at: number, most?: number): Promise<FileAnswer> => {
  const { request, language } = asked;
  const { name, columns } = headings[language];
  const { zone } = await asked.caller();
  return tableFile({
    name: `${name} ${localTime(zone)(at).slice(0, 10)}`,
    ...{ format: request.format, language, batches: batches(asked) },
    columns: columns.map((heading, place) => ({ heading, width: widths[place] ?? 100 })),
    ...(most === undefined ? {} : { most }),
  });
};

/** Begins anew after an interruption: half a file is of no use. */
export const operationFileJob: JobKind<Request> = {
  name: "operationFile",
  call: deviceEvent.calls.dlexcel_user_event,
  async run({ request, language, at, caller, report, keepFile }, { db }) {
    await keepFile(await operationFile({ db, request, language: request.language ?? language, caller, told: report }, at));
  },
};
