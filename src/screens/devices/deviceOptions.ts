import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { builtinIndustries } from "#contract/resources/dict.ts";
import type { Option } from "#src/kit/form/fields.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { builtinText } from "#src/kit/value/builtinText.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { dictCalls } from "#store/handles/dict.ts";
import { useModelChoices } from "./deviceModelOptions.ts";

const everything = { pageSize: limits.page.max };
const industries = { name: "industry", pageSize: 999 };
const noRows: readonly never[] = [];

/** Models, the choice of none first. */
export const useModelOptions = (none: string): readonly Option[] => {
  const choices = useModelChoices();
  return useMemo(() => [{ value: null, label: none }, ...choices], [choices, none]);
};

export const useRecipeOptions = (): readonly Option[] => {
  const { me } = useSession();
  const { data } = deviceDataRecipeCalls.query.useQuery(isGranted(me.paths, deviceDataRecipeCalls.query.call) ? everything : skipToken);
  const rows = data?.list ?? noRows;
  return useMemo(() => rows.map(({ id, name }) => ({ value: id, label: name })), [rows]);
};

/** The dictionary of industries; the entry's value is what a device keeps. */
export const useIndustryOptions = (): readonly Option[] => {
  const intl = useIntl();
  const { data } = dictCalls.query.useQuery(industries);
  const rows = data?.list ?? noRows;
  return useMemo(
    () =>
      rows.map(({ id, name, value, remark }) => ({
        value: value || name,
        label: builtinText(builtinIndustries, id, remark, intl) || name,
      })),
    [rows, intl],
  );
};
