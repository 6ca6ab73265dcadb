import { parentPort, workerData } from "node:worker_threads";
import { asFault } from "./fault.ts";
import { openAny } from "./openAny.ts";
import type { OpenFile } from "./openFile.ts";
import { isFilled, portionsOf } from "./portions.ts";
import type { Answer, Ask, ReadOrder } from "./protocol.ts";
import type { Portion } from "./sheet.ts";

if (!parentPort) throw new Error("the reader of sheets runs as a worker");
const port = parentPort;
const { file, limits }: ReadOrder = workerData;

const answer = async (work: () => Promise<Answer>): Promise<void> => {
  try {
    port.postMessage(await work());
  } catch (error) {
    const { code, detail, cause } = asFault(error);
    port.postMessage({ fault: { code, detail, cause: cause instanceof Error ? cause : undefined } } satisfies Answer);
  }
};

let open: OpenFile | undefined;
let portions: AsyncGenerator<Portion> | undefined;

const opened = async (): Promise<Answer> => {
  open = await openAny(Buffer.from(file.buffer, file.byteOffset, file.byteLength), limits);
  const sheets = [];
  for (const sheet of open.sheets) sheets.push({ name: sheet.name, hidden: sheet.hidden, filled: await isFilled(sheet) });
  return { opened: { format: open.format, sheets } };
};

const next = async ({ sheet, first }: Ask): Promise<Answer> => {
  const wanted = open?.sheets[sheet];
  if (open && wanted && first) {
    await portions?.return(undefined);
    portions = portionsOf(wanted, open, limits);
  }
  const step = await portions?.next();
  return { portion: step?.value ?? null };
};

port.on("message", (ask: Ask) => answer(() => next(ask)));
await answer(opened);
