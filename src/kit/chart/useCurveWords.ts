import { useMemo } from "react";
import { useIntl } from "react-intl";
import { beyondText } from "#src/kit/value/pointText.ts";
import type { CurveWords } from "./curveEdges.ts";

/** In the language of the page; the same object until that changes. */
export const useCurveWords = (): CurveWords => {
  const intl = useIntl();
  return useMemo(
    () => ({
      nothing: intl.formatMessage({ id: "chart.nothing" }),
      invalid: intl.formatMessage({ id: "chart.invalid" }),
      invalidReading: (code) => intl.formatMessage({ id: `reading.invalid.${code}` }),
      beyond: (bound, point, several) => beyondText(bound, point, intl, several),
      doubled: intl.formatMessage({ id: "chart.doubled" }),
      before: (at) => intl.formatMessage({ id: "chart.before" }, { at }),
    }),
    [intl],
  );
};
