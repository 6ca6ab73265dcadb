import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { codePoints, limits } from "#contract/limits.ts";
import { deviceDataRecipe, type RecipeRow } from "#contract/resources/deviceDataRecipe.ts";
import { TextField } from "#src/kit/form/fields.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import type { Dispatch } from "#store/store.ts";

const fields = deviceDataRecipe.calls.copy.request.omit({ id: true });

interface CopyDrawerProps {
  recipe: RecipeRow;
  onCopied(id: string): void;
  onClose(): void;
}

/** Makes a data template of one's own with the data points of another. */
export function CopyDrawer({ recipe, onCopied, onClose }: CopyDrawerProps) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const offered = intl.formatMessage({ id: "recipes.copy.name" }, { name: recipe.name });
  return (
    <FormDrawer
      id="recipes"
      draft="recipes.copy"
      title={intl.formatMessage({ id: "recipes.copy.title" }, { name: recipe.name })}
      action={intl.formatMessage({ id: "recipes.copy.action" })}
      schema={fields}
      initial={{ name: codePoints(offered) > limits.names.template ? "" : offered }}
      saved="recipes.copied"
      save={async ({ name }) => {
        const answer = await dispatch(deviceDataRecipeCalls.copy.initiate({ id: recipe.id, name }));
        if (answer.data) onCopied(answer.data.id);
        return answer;
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <TextField name="name" />
      <p className="gh-field-help">{intl.formatMessage({ id: "recipes.copy.help" }, { count: recipe.points })}</p>
    </FormDrawer>
  );
}
