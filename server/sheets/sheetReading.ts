import { SheetFault } from "./fault.ts";
import { type SheetLimits, sheetLimits } from "./limits.ts";
import type { Opened } from "./protocol.ts";
import { ReadingThread } from "./readingThread.ts";
import type { Portion } from "./sheet.ts";

/** An uploaded table file while it is read. */
export interface SheetFile extends Opened {
  /**
   * The rows of the sheet at this place of `sheets`, in portions that are read as they are taken, with what is to be told of them. One
   * sheet is read at a time; reading one again begins anew. Throws a SheetFault where the file is damaged or passes a limit further on, a
   * RangeError for a place where no sheet is.
   */
  portions(sheet: number): AsyncGenerator<Portion, void, undefined>;
}

export type ReadSheets = <Result>(
  file: Uint8Array,
  use: (file: SheetFile) => Promise<Result>,
  limits?: Partial<SheetLimits>,
) => Promise<Result>;

/**
 * Reads table files that people upload: xlsx, xls of Excel 97 and newer, text with separators (UTF-8, UTF-16 or GB18030; comma, semicolon
 * or tab), told apart by what they hold. Each is read by a thread of its own, which ends with `use`, so that whatever it holds keeps nobody
 * waiting; so many at once, the others in turn. Rejects with a SheetFault for a file that cannot be read or passes a limit, and with
 * whatever `use` throws. What `use` does with another file waits for its turn, too.
 */
export const sheetReading = ({ atOnce = 2 }: { atOnce?: number } = {}): ReadSheets => {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const turn = async (): Promise<void> => {
    if (busy < atOnce) busy += 1;
    else await new Promise<void>((resume) => waiting.push(resume));
  };
  const done = (): void => {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  };
  return async (file, use, limits = {}) => {
    const all = { ...sheetLimits, ...limits };
    if (file.byteLength > all.bytes) throw new SheetFault("tooLarge", { limit: all.bytes });
    await turn();
    try {
      return await readOne(new ReadingThread({ file, limits: all }), use);
    } finally {
      done();
    }
  };
};

const readOne = async <Result>(thread: ReadingThread, use: (file: SheetFile) => Promise<Result>): Promise<Result> => {
  try {
    const opened = await thread.opened();
    const known = (sheet: number): number => {
      if (!opened.sheets[sheet]) throw new RangeError(`there is no sheet ${sheet}`);
      return sheet;
    };
    return await use({ ...opened, portions: (sheet) => portions(thread, known(sheet)) });
  } finally {
    await thread.end();
  }
};

async function* portions(thread: ReadingThread, sheet: number): AsyncGenerator<Portion, void, undefined> {
  for (let first = true; ; first = false) {
    const portion = await thread.portion({ sheet, first });
    if (!portion) return;
    yield portion;
  }
}
