import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import type { DeviceAttribute } from "#contract/resources/deviceType.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { deviceAttrCalls } from "#store/handles/deviceAttr.ts";
import { AttributeField } from "./attributeField.tsx";

const none: readonly DeviceAttribute[] = [];

/** The values of the chosen type's attributes; a type that was just chosen brings its defaults. */
export function AttributeFields() {
  const intl = useIntl();
  const { setValue, getValues, formState } = useFormContext();
  const typeId = String(useWatch({ name: "typeId" }) ?? "");
  const { currentData } = deviceAttrCalls.query.useQuery(typeId === "" ? skipToken : { typeId });
  const attributes = currentData?.list ?? none;
  const chosenAnew = typeId !== formState.defaultValues?.typeId;
  useEffect(() => {
    if (!currentData) return;
    const held: Readonly<Record<string, string>> = getValues("attributes") ?? {};
    const values = currentData.list.map(({ id, defaultValue }) => [id, held[id] ?? (chosenAnew ? defaultValue : "")]);
    setValue("attributes", Object.fromEntries(values));
  }, [currentData, chosenAnew, getValues, setValue]);
  if (attributes.length === 0)
    return <p className="gh-field-help">{typeId !== "" && currentData ? intl.formatMessage({ id: "device.noAttributes" }) : ""}</p>;
  return attributes.map(({ id, name, nameEn, kind, choices }) => (
    <AttributeField key={id} name={`attributes.${id}`} label={ownName(intl, name, nameEn)} kind={kind} choices={choices} />
  ));
}
