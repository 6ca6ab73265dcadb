import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { id } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import type { TypeRow } from "#contract/resources/deviceType.ts";
import { ChecksField } from "#src/kit/form/checksField.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { deviceTypeRelationCalls } from "#store/handles/deviceTypeRelation.ts";
import type { Dispatch } from "#store/store.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";

const schema = z.object({ relatedIds: z.array(id).max(limits.type.related, "rule.related.most") });

function OthersField({ but }: { but: string }) {
  const options = useTypeOptions().flatMap(({ value, label }) => (typeof value === "string" && value !== but ? [{ value, label }] : []));
  return <ChecksField name="relatedIds" options={options} />;
}

/** Which types belong to one. */
export function TypeRelations({ type, onClose }: { type: TypeRow; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const { data } = deviceTypeRelationCalls.get.useQuery({ id: type.id }, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  const valuesOf = ({ related }: typeof data) => ({ relatedIds: related.map((other) => other.id) });
  const reload = async () => {
    const { data: now } = await dispatch(deviceTypeRelationCalls.get.initiate({ id: type.id }, { subscribe: false, forceRefetch: true }));
    return now && { values: valuesOf(now), version: now.version };
  };
  return (
    <FormDrawer
      id="types"
      draft={`types.related:${type.id}`}
      title={`${intl.formatMessage({ id: "types.action.related" })} · ${ownName(intl, type.name, type.nameEn)}`}
      schema={schema}
      initial={valuesOf(data)}
      version={data.version}
      reload={reload}
      saved="feedback.edited"
      save={({ relatedIds }, version = data.version) =>
        dispatch(deviceTypeRelationCalls.put.initiate({ id: type.id, relatedIds, version }))
      }
      onSaved={onClose}
      onClose={onClose}
    >
      <OthersField but={type.id} />
    </FormDrawer>
  );
}
