import { expect, it } from "vitest";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { writesEach } from "#src/kit/screen/rowsSource.ts";

it("sends one record after the other, and no more of them after a refusal", async () => {
  const sent: number[] = [];
  const one = {
    call: alarmTrigger.calls.open_or_close,
    async send(_dispatch: unknown, row: number) {
      const before = sent.length;
      await Promise.resolve();
      expect(sent).toHaveLength(before);
      sent.push(row);
      return row === 2 ? { error: "refused" } : { data: row };
    },
  };
  const each = writesEach(one);
  const dispatch = (() => undefined) as never;
  expect(each.call).toBe(one.call);
  expect(await each.send(dispatch, [5, 6])).toEqual({ data: 6 });
  expect(await each.send(dispatch, [1, 2, 3])).toEqual({ error: "refused" });
  expect(sent).toEqual([5, 6, 1, 2]);
});
