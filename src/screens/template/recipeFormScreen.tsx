import { useIntl } from "react-intl";
import { deviceDataRecipe, recipeFields } from "#contract/resources/deviceDataRecipe.ts";
import { TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { pointsAddress, pointsView } from "./templateAddress.ts";

const list = "/template/list";

/** Adds a data template, and goes on to its data points. */
export function RecipeFormScreen() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const allowed = useAllowed();
  const opens = useOpens();
  const [post] = deviceDataRecipeCalls.post.useMutation();
  if (!allowed(deviceDataRecipeCalls.post.call)) return <NoPermission />;
  const leads = opens(deviceDataRecipeCalls.list_body.call, pointsView);
  return (
    <FormPage
      id="recipes"
      draft="recipes.page"
      title={intl.formatMessage({ id: "recipes.action.add" })}
      action={intl.formatMessage({ id: "recipes.action.add" })}
      schema={recipeFields}
      initial={{ name: "", description: "" }}
      save={async (values) => await post(values)}
      saved="feedback.added"
      onSaved={(answer) => navigate(leads ? pointsAddress(deviceDataRecipe.calls.post.response.parse(answer).id) : list)}
      onClose={() => navigate(list)}
    >
      <TextField name="name" />
      <TextAreaField name="description" lines={4} />
    </FormPage>
  );
}
