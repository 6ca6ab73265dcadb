import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { deviceDataRecipe, type ListedPoint } from "#contract/resources/deviceDataRecipe.ts";
import { SelectField } from "#src/kit/form/fields.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import type { Dispatch } from "#store/store.ts";
import { useCategories } from "./useCategories.ts";

const fields = deviceDataRecipe.calls.update_body_type.request.omit({ ids: true });
const categorise = writes(deviceDataRecipeCalls.update_body_type, (values: z.output<typeof fields> & { ids: string[] }) => values);

/** Puts data points into a category, or into none. */
export function CategoryDrawer({ points, onSaved, onClose }: { points: readonly ListedPoint[]; onSaved(): void; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const categories = useCategories();
  const [first] = points;
  const alike = points.every(({ categoryId }) => categoryId === first?.categoryId);
  return (
    <FormDrawer
      id="dataPoint"
      draft="dataPoints.categorise"
      title={intl.formatMessage({ id: "dataPoints.categorise.title" }, { count: points.length })}
      action={intl.formatMessage({ id: "dataPoints.categorise.action" })}
      schema={fields}
      initial={{ categoryId: (alike && first?.categoryId) || null }}
      saved="dataPoints.categorised"
      save={(values) => categorise.send(dispatch, { ...values, ids: points.map(({ id }) => id) })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <SelectField
        name="categoryId"
        options={[{ value: null, label: intl.formatMessage({ id: "dataPoint.option.noCategory" }) }, ...categories]}
      />
    </FormDrawer>
  );
}
