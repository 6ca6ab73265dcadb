import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import type { ListedPoint } from "#contract/resources/deviceDataRecipe.ts";
import type { ReadOf } from "#src/kit/screen/rowsSource.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import type { MakeRow, Rows, SheetRow } from "#src/kit/sheet/sheetRows.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { deviceDataRecipeBodyTypeCalls } from "#store/handles/deviceDataRecipeBodyType.ts";
import { deviceRecipePictureCalls } from "#store/handles/deviceRecipePicture.ts";
import type { Dispatch } from "#store/store.ts";
import { cellsOf, type NamedRecord, namesOf, type PointNames, type PointValues } from "./pointCells.ts";
import { type Base, baseOf } from "./pointChanges.ts";

let made = 0;

/** A row that is not stored; its key is no id. */
export const newRow: MakeRow = (cells = {}) => {
  made += 1;
  return { key: `+${made}`, cells };
};

export interface LoadedPoints {
  /** Of the words in its cells. */
  readonly language: Language;
  readonly names: PointNames;
  readonly base: Base;
  cellsOf(point: PointValues): Record<string, string>;
}

export const rowsOf = (base: Base): Rows => [...base.values()].map(({ row }): SheetRow => row);

/** The stored points of a template as rows of a sheet; `load` reads them anew. */
export const usePointSheet = (recipeId: string) => {
  const intl = useIntl();
  const language = languageOf(intl);
  const dispatch = useDispatch<Dispatch>();
  const allowed = useAllowed();
  const [state, setState] = useState<{ loaded?: LoadedPoints; error?: unknown }>({});
  const calls = useRef({ allowed });
  useEffect(() => {
    calls.current = { allowed };
  });
  const records = useCallback(
    async (query: ReadOf<{ pageSize: number }, { list: readonly NamedRecord[] }>): Promise<readonly NamedRecord[]> => {
      if (!calls.current.allowed(query.call)) return [];
      const sent = dispatch(query.initiate({ pageSize: limits.page.max }, { subscribe: false, forceRefetch: true }));
      return (await sent).data?.list ?? [];
    },
    [dispatch],
  );
  const load = useCallback(async (): Promise<LoadedPoints | undefined> => {
    const request = { recipeId, pageSize: limits.point.perTemplate };
    const { data, error } = await dispatch(deviceDataRecipeCalls.list_body.initiate(request, { subscribe: false, forceRefetch: true }));
    if (data === undefined) {
      setState((before) => ({ ...before, error }));
      return undefined;
    }
    const names: PointNames = {
      categoryId: namesOf(await records(deviceDataRecipeBodyTypeCalls.query), language),
      iconGroupId: namesOf(await records(deviceRecipePictureCalls.query), language),
    };
    const cells = (point: PointValues) => cellsOf(point, language, names);
    const loaded: LoadedPoints = { language, names, base: baseOf(data.list as ListedPoint[], cells), cellsOf: cells };
    setState({ loaded });
    return loaded;
  }, [dispatch, recipeId, language, records]);
  return useMemo(() => ({ ...state, load }), [state, load]);
};
